export interface ModelEndpoint {
  baseUrl: string
  apiKey: string | undefined
  model: string
}

/** Estimates the tokens of a text: about four characters each. */
export const estimateTokens = (characters: number) => Math.ceil(characters / 4)

export interface TokenBudget {
  isSpent: () => boolean
  spend: (tokens: number) => void
}

export const unlimitedBudget: TokenBudget = { isSpent: () => false, spend: () => {} }
