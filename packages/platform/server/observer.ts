import type { ErrorCode } from '../shared/errors.ts'

/** Where a failure was met: in a procedure, in a call about accounts, or anywhere else. */
export type FailureSource = 'procedure' | 'account' | 'other'

/**
 * Receives what the process does, for metrics and traces. Names come from our code, never from a request: the number of series stays
 * bounded and nothing personal gets in. The process has none while both are off, so that a request pays for one comparison.
 */
export interface Observer {
  /** Runs a call of a procedure. `codeOf` returns the error code of its result, null for a success. */
  procedure: <T>(name: string, run: () => Promise<T>, codeOf: (result: T) => ErrorCode | null) => Promise<T>
  /** Counts a failure that a caller met. */
  failure: (source: FailureSource, code: ErrorCode) => void
}
