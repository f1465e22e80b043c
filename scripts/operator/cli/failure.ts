import { errorCode, errorMessage } from '@duo/db/errors.ts'

/** A refused command with a one-line message. Exit code 1, or 2 if the command line is wrong. */
export class Refusal extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const NOT_SET_UP = ['42P01', '42883', '3F000', '42703']
const BUSY = '55P03'
const READ_ONLY = '25006'

/** Returns a one-line message for the terminal. */
export function explain(error: unknown): string {
  if (NOT_SET_UP.includes(errorCode(error)))
    return 'the database is not set up for this version: start the server once (npm start)'
  if (errorCode(error) === BUSY) return 'the same entry is being changed elsewhere; nothing more was done, run it again'
  if (errorCode(error) === READ_ONLY) return 'the database is read-only: it is a standby, or its user cannot write'
  return errorMessage(error).replace(/\s*\n\s*/g, ' ')
}
