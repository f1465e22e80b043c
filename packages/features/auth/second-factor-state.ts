/** Active slow recovery: opens at `ripeAt` and expires at `lapsesAt`, ISO 8601. */
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
  codesSince: string | null
  recoveryCodesLeft: number
  isDemanded: boolean
  recovery: FactorRecovery | null
}
