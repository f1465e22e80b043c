import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '#server.ts'

/** Per procedure: input fields that do not change the request's identity. */
const ignoredFieldsByPath: Record<string, readonly string[]> = {
  'waitlist.join': ['honeypot', 'fillTimeMs'],
  'survey.qualify': ['ticket'],
  'survey.followUp': ['ticket'],
}

export const isIdempotent = ({ path }: { path: string }) => path in ignoredFieldsByPath

/** Adds an idempotency key to the operation's context; it stays the same until the call has a final result. */
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
