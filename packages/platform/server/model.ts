export interface ModelEndpoint {
  baseUrl: string
  apiKey: string | undefined
  model: string
}

export interface ChatEndpoint extends ModelEndpoint {
  /** From the start of a call to its first text or thought. */
  firstTokenMs: number
  /** What a token of a prompt counts that the provider had cached; others count 1. */
  cachedTokenRate: number
}

/** Estimates the tokens of a text: about four characters each. */
export const estimateTokens = (characters: number) => Math.ceil(characters / 4)

export interface TokenReservation {
  /** Replaces the reserved tokens by those used. Call it once; without it the reservation expires. */
  settle: (used: number) => void
}

export interface TokenBudget {
  /** As last known, to skip work that a refused reservation would waste. */
  isSpent: () => boolean
  /** Sets tokens aside before a call. Returns null if the day has fewer left. */
  reserve: (tokens: number) => Promise<TokenReservation | null>
}

export const unlimitedBudget: TokenBudget = { isSpent: () => false, reserve: async () => ({ settle: () => {} }) }
