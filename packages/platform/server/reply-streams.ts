/** Appended text is streamed at once and stored soon after. */
export interface ReplyWriter {
  append: (text: string) => void
  text: () => string
}

export type StopReason = 'stopped' | 'shutdown' | 'lease_lost'

/** Replies that outlive the request that started them and can be followed from any process. */
export interface ReplyStreams {
  processId: string
  /** The signal's reason is a StopReason. Retries `finish` with the result of `write` until the database accepts it. */
  start: <T>(
    text: { id: string; ownerId: string },
    write: (writer: ReplyWriter, signal: AbortSignal) => Promise<T>,
    finish: (result: T) => Promise<void>,
  ) => void
  /** True saves the caller a query: this process is writing the reply. */
  isActiveFor: (text: { id: string; ownerId: string }) => boolean
  /** Streams the text from an offset until the reply ends or the signal aborts. */
  subscribe: (id: string, from: number, signal?: AbortSignal) => AsyncGenerator<string, void>
}

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
