import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '../../../server.ts'

/** Calls that carry an idempotency key, with those inputs that do not make them another call. */
const ignoredFieldsByPath: Record<string, readonly string[]> = {
  'waitlist.join': ['trap', 'filledIn'],
  'survey.qualify': ['ticket'],
  'survey.followUp': ['ticket'],
}

export const isIdempotent = ({ path }: { path: string }) => path in ignoredFieldsByPath

/** Gives a call its idempotency key, the same until a final answer has come, in the operation's context. */
export const addIdempotencyKey: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const ignoredFields = ignoredFieldsByPath[op.path] ?? []
    const content = Object.entries(op.input as object).filter(([name]) => !ignoredFields.includes(name))
    const clearKey = () => deleteKey(op.path)
    return next({ ...op, context: { ...op.context, idempotencyKey: keyOf(op.path, content) } }).pipe(
      tap({
        next: clearKey,
        error: (error) => {
          if (error instanceof TRPCClientError && isFinal(error.data?.httpStatus)) clearKey()
        },
      }),
    )
  }

export const idempotencyHeader = ({ op }: { op: { context: Record<string, unknown> } }) => ({
  'Idempotency-Key': String(op.context.idempotencyKey),
})
