import type { Db } from '@duo/db/index.ts'
import type { MailedLink } from '@duo/platform/server/mail/mail-codes.ts'
import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Actor } from './events/account-events.ts'
import type { FactorMailKind } from './mail/mail-kind.ts'
import type { MailText } from './mail/templates.ts'
import type { FirstFactor } from './sign-in/first-factor.ts'
import type { Owner } from './users/user-queries.ts'

/** `ended`: the account no longer exists. */
export type AfterFirstFactor = 'session' | 'second_step' | 'ended'

/** What sign-in and recovery ask about a second factor. The feature `second-factor` implements it, so that `auth` does not import it. */
export interface SecondFactorHooks {
  hasFactor: (db: Db, userId: string) => Promise<boolean>
  /** Decides what follows a first factor, in the transaction that opens the session. May change the account's factors. */
  afterFirstFactor: (tx: Db, context: AppContext, passed: FirstFactor, actor: Actor) => Promise<AfterFirstFactor>
  /** Starts the step before the session. Returns its cookie and page, or null when the verified password has changed since. */
  startStep: (
    db: Db,
    context: AppContext,
    passed: FirstFactor,
    options: { remember: boolean },
  ) => Promise<{ cookie: string; page: string } | null>
  /** Throws unless the session has just passed a factor, if the account has one. */
  requireFreshFactor: (db: Db, user: Viewer) => Promise<unknown>
  /** Removes factors that were added before the e-mail was proven. Reports it if `by` is given. */
  removeFactors: (db: Db, context: Pick<AppContext, 'secret'>, owner: Owner, by?: { actor: Actor | null }) => Promise<void>
  /** Ends sign-ins that wait for their second step. */
  endSteps: (db: Db, userId: string) => Promise<unknown>
  /** Ends a running removal of lost factors. */
  voidRecovery: (db: Db, userId: string) => Promise<unknown>
}

export interface AccountMailSubject {
  userId: string
  email: string
  currentEmail: string | null
  /** Kind of the event that the mail reports. */
  eventKind: string | null
}

/** Returns the text of a mail, or null if there is nothing to send. `notMe` issues the link that disputes the event. */
export type AccountMailBuilder = (
  context: Pick<AppContext, 'db' | 'publicUrl' | 'secret'>,
  subject: AccountMailSubject,
  options: { locale: Locale; notMe: () => Promise<MailedLink | null> },
) => Promise<MailText | null>

/** Mails that are queued and sent with those of `auth`, and that their feature builds. */
export type AccountMails = Record<FactorMailKind, AccountMailBuilder>
