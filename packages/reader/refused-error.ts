import type { Refusal } from './document.ts'

/** Ends the reading of a document with a reason that its owner is told. */
export class RefusedError extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(`refused: ${reason}`)
    this.reason = reason
  }
}
