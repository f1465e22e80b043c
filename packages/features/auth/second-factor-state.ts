/** A slow recovery that is under way: when it is over, and until when it then lets its owner in. ISO 8601. */
export interface FactorRecovery {
  ripeAt: string
  lapsesAt: string
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface SecondFactors {
  passkeys: Passkey[]
  /** Since when there are one-time codes; null without. */
  codesSince: string | null
  recoveryCodesLeft: number
  /** Whether the account's role demands a second factor. */
  isDemanded: boolean
  recovery: FactorRecovery | null
}
