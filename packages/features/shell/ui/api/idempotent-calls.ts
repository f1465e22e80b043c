import { forgetKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '../../../server.ts'

/** Calls that carry an idempotency key, with those inputs that do not make them another call. */
const repeatable: Record<string, readonly string[]> = {
  'waitlist.join': ['trap', 'filledIn'],
  'survey.qualify': ['ticket'],
  'survey.followUp': ['ticket'],
}

export const isRepeatable = ({ path }: { path: string }) => path in repeatable

/** Gives a call its idempotency key, the same until a final answer has come, in the operation's context. */
export const withKey: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const ignored = repeatable[op.path] ?? []
    const content = Object.entries(op.input as object).filter(([name]) => !ignored.includes(name))
    const forget = () => forgetKey(op.path)
    return next({ ...op, context: { ...op.context, idempotencyKey: keyOf(op.path, content) } }).pipe(
      tap({
        next: forget,
        error: (error) => {
          if (error instanceof TRPCClientError && isFinal(error.data?.httpStatus)) forget()
        },
      }),
    )
  }

export const keyHeader = ({ op }: { op: { context: Record<string, unknown> } }) => ({
  'Idempotency-Key': String(op.context.idempotencyKey),
})
