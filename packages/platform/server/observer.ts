import type { ErrorCode } from '../shared/errors.ts'

export type FailureSource = 'procedure' | 'account' | 'other'

/** Names come from our code, never from a request, so the number of series is bounded and they contain no personal data. */
export interface Observer {
  procedure: <T>(name: string, run: () => Promise<T>, codeOf: (result: T) => ErrorCode | null) => Promise<T>
  failure: (source: FailureSource, code: ErrorCode) => void
}
