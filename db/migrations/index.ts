import type { Migration } from 'kysely/migration'
import * as waitlist from './0001-waitlist.ts'
import * as mail from './0002-mail.ts'
import * as rateLimit from './0003-rate-limit.ts'
import * as waitlistRank from './0004-waitlist-rank.ts'
import * as survey from './0005-survey.ts'
import * as blog from './0006-blog.ts'
import * as auth from './0007-auth.ts'
import * as billing from './0008-billing.ts'
import * as marketplace from './0009-marketplace.ts'
import * as chat from './0010-chat.ts'
import * as authReturn from './0011-auth-return.ts'
import * as chatAgent from './0012-chat-agent.ts'
import * as jobs from './0013-jobs.ts'
import * as idempotency from './0014-idempotency.ts'
import * as authRecovery from './0015-auth-recovery.ts'
import * as authSecurity from './0016-auth-security.ts'
import * as dataKeyAndSpending from './0017-data-key-and-spending.ts'
import * as waitlistTickets from './0018-waitlist-tickets.ts'
import * as chatHelp from './0019-chat-help.ts'
import * as noteQuestions from './0020-note-questions.ts'
import * as chatNextQuestions from './0021-chat-next-questions.ts'
import * as chatFeedback from './0022-chat-feedback.ts'
import * as chatShare from './0023-chat-share.ts'
import * as waitlistCreditBlock from './0024-waitlist-credit-block.ts'
import * as chatVersions from './0025-chat-versions.ts'
import * as noteVectors from './0026-note-vectors.ts'
import * as secondFactor from './0027-second-factor.ts'
import * as plainNames from './0028-plain-names.ts'
import * as waitlistJoin from './0029-waitlist-join.ts'
import * as apiKey from './0030-api-key.ts'
import * as visitorTokens from './0031-visitor-tokens.ts'
import * as honeypot from './0032-honeypot.ts'
import * as replyHtml from './0033-reply-html.ts'
import * as tokenReservations from './0034-token-reservations.ts'
import * as factorsGuardFactors from './0035-factors-guard-factors.ts'
import * as provenance from './0036-provenance.ts'
import * as helpState from './0037-help-state.ts'
import * as mailCode from './0038-mail-code.ts'

/** All migrations in order. A list rather than a folder, because a bundled server has no folder. */
export const migrations: Record<string, Migration> = {
  '0001-waitlist': waitlist,
  '0002-mail': mail,
  '0003-rate-limit': rateLimit,
  '0004-waitlist-rank': waitlistRank,
  '0005-survey': survey,
  '0006-blog': blog,
  '0007-auth': auth,
  '0008-billing': billing,
  '0009-marketplace': marketplace,
  '0010-chat': chat,
  '0011-auth-return': authReturn,
  '0012-chat-agent': chatAgent,
  '0013-jobs': jobs,
  '0014-idempotency': idempotency,
  '0015-auth-recovery': authRecovery,
  '0016-auth-security': authSecurity,
  '0017-data-key-and-spending': dataKeyAndSpending,
  '0018-waitlist-tickets': waitlistTickets,
  '0019-chat-help': chatHelp,
  '0020-note-questions': noteQuestions,
  '0021-chat-next-questions': chatNextQuestions,
  '0022-chat-feedback': chatFeedback,
  '0023-chat-share': chatShare,
  '0024-waitlist-credit-block': waitlistCreditBlock,
  '0025-chat-versions': chatVersions,
  '0026-note-vectors': noteVectors,
  '0027-second-factor': secondFactor,
  '0028-plain-names': plainNames,
  '0029-waitlist-join': waitlistJoin,
  '0030-api-key': apiKey,
  '0031-visitor-tokens': visitorTokens,
  '0032-honeypot': honeypot,
  '0033-reply-html': replyHtml,
  '0034-token-reservations': tokenReservations,
  '0035-factors-guard-factors': factorsGuardFactors,
  '0036-provenance': provenance,
  '0037-help-state': helpState,
  '0038-mail-code': mailCode,
}
