import type { FactorMailKind } from './second-factor-mail.ts'

/** `change` goes to the new e-mail, `changing` to the current one. `resend` and `recover` may have no account. */
export type MailKind =
  | 'confirm'
  | 'resend'
  | 'exists'
  | 'recover'
  | 'change'
  | 'changing'
  | 'changed'
  | 'password'
  | 'device'
  | 'welcome'
  | 'claimed'
  | 'api_key'
  | 'erased'
  | FactorMailKind
