/** Built by the feature `second-factor` (`accountMails` in its feature.ts). */
export const factorMailKinds = ['factor', 'factor_recovery', 'factor_recovery_soon', 'factor_recovery_ripe'] as const
export type FactorMailKind = (typeof factorMailKinds)[number]

export const isFactorMail = (kind: string): kind is FactorMailKind => factorMailKinds.some((factorKind) => factorKind === kind)

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
