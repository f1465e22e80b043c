import type { Refusal } from './document.ts'

/** Ends the reading of a document with a reason for its owner. */
export class RefusedError extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(`refused: ${reason}`)
    this.reason = reason
  }
}
