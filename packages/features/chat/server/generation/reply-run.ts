export type StopReason = 'stopped' | 'shutdown' | 'lease_lost'

/** A reply that this process generates. Appended text is streamed at once and stored soon after. */
export interface ReplyRun {
  append: (text: string) => void
  text: () => string
  /** Drops the text so far. Readers keep it until the end, when they get the stored text. */
  restart: () => void
  /** Its reason is a StopReason. */
  signal: AbortSignal
  /** Ends the reply. `store` returns false if another process took it over. Retries in an outage, else up to five times; then throws. */
  finish: (store: () => Promise<boolean>) => Promise<void>
  /** Gives up the run after a failure, so that a heartbeat finalizes it with the stored text. Never throws. */
  release: (error: unknown) => Promise<void>
}

/** Replies that outlive the request that started them and can be followed from any process. */
export interface ReplyStreams {
  processId: string
  open: (reply: { id: string; ownerId: string }) => ReplyRun
  /** Whether this process is writing the reply; true saves a query. */
  isActiveFor: (reply: { id: string; ownerId: string }) => boolean
  /** Streams the text from an offset until the reply ends or the signal aborts. */
  subscribe: (id: string, from: number, signal?: AbortSignal) => AsyncGenerator<string, void>
}

/** Renders untrusted Markdown outside the main thread. */
export interface ReplyRenderer {
  /** Returns null for a text that is shown as plain text. Renders a reply once for all who ask meanwhile. Rejects after a deadline. */
  render: (reply: { id: string; text: string; citations: number }) => Promise<string | null>
}
