import { errorCode, errorMessage } from '@duo/db/errors.ts'

/** Something we do not do, said in one line. Exit code 1; 2 where the command line itself must be different. */
export class Refusal extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

// Postgres' codes for a table, function or schema that is not there
const NOT_SET_UP = ['42P01', '42883', '3F000', '42703']
const BUSY = '55P03'

/** One line for the person at the terminal. */
export function explain(error: unknown): string {
  if (NOT_SET_UP.includes(errorCode(error)))
    return 'the database is not set up for this version: start the server once (npm start)'
  if (errorCode(error) === BUSY) return 'somebody else is changing the same entry; nothing more was done, run it again'
  return errorMessage(error).replace(/\s*\n\s*/g, ' ')
}
