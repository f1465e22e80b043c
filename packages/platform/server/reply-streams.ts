/** Adds to a text that is being written. What is added is seen at once by those who follow it, and stored soon after. */
export interface ReplyWriter {
  append: (text: string) => void
  /** Everything that was added so far. */
  text: () => string
}

/** Why a text is not written to its end. */
export type StopReason = 'stopped' | 'shutdown' | 'lease_lost'

/** Where texts are written that outlive the request which asked for them, and followed while they grow, in whatever process. */
export interface ReplyStreams {
  /** What this process is called in the database. */
  processId: string
  /**
   * Writes somebody's text in the background; the signal's reason is a StopReason. What `write` answers is stored by `finish`, which is
   * called again until the database takes it.
   */
  start: <T>(
    text: { id: string; ownerId: string },
    write: (writer: ReplyWriter, signal: AbortSignal) => Promise<T>,
    finish: (result: T) => Promise<void>,
  ) => void
  /** Whether this text of theirs is being written by this process: whoever knows that needs not ask the database. */
  isActiveFor: (text: { id: string; ownerId: string }) => boolean
  /** What a text has from an offset on, as it grows; ends when the text does, or at the signal. */
  subscribe: (id: string, from: number, signal?: AbortSignal) => AsyncGenerator<string, void>
}

/** An endpoint that speaks OpenAI's chat protocol. */
export interface ModelEndpoint {
  baseUrl: string
  apiKey: string | undefined
  model: string
}

/** The tokens that all models together may cost in a day. */
export interface TokenBudget {
  isSpent: () => boolean
  spend: (tokens: number) => void
}

/** A budget without an end, which counts nothing. */
export const unlimitedBudget: TokenBudget = { isSpent: () => false, spend: () => {} }
