import type { FactorMailKind } from './second-factor-mail.ts'

/** What a mail about an account is for; `change` goes to the new address, `changing` to the old one; `claimed` is the welcome to a person who waited on the list. `resend` and `recover` are asked for by anybody: they may find no account to be about. */
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
  | 'erased'
  | FactorMailKind
