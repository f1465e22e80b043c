import type { RefusalCode, RefusalText } from '../error-messages.ts'

/** What the script of a form may show, which has no messages of its own. */
export interface FormTexts {
  refusals: Record<RefusalCode, RefusalText>
  /** For a code without a text. */
  unknown: string
  /** The server did not answer. */
  failed: string
  /** No answer came in time: what was sent may have been done. */
  late: string
  /** How long to wait, if the server does not say. */
  moment: string
  emailRequired: string
  /** An address with letters that no mail server accepts. */
  emailForeign: string
  passwordRequired: string
  cookiesBlocked: string
}
