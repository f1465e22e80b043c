import { inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { insertErasure } from '#auth/server/events/event-queries.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import type { AccountContext } from '#auth/server/sessions/account-context.ts'
import * as queries from '#auth/server/users/user-queries.ts'
import { requireReauthentication } from '#second-factor/server/fresh-factor/reauthentication.ts'
import type { EraseResult } from '../../schema.ts'

export async function eraseAccount(
  context: AccountContext & Pick<AppContext, 'accountHooks'>,
  password: string | null,
): Promise<EraseResult> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  await eraseUser(context, context.user.id)
  return { error: null }
}

/** Deletes an account and its data except for the erasure event, and mails a receipt. False when it does not exist. */
export function eraseUser({ db, accountHooks }: Pick<AppContext, 'db' | 'accountHooks'>, userId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await queries.lockUser(tx, userId)
    for (const hook of accountHooks.onErased) await hook(tx, userId)
    const user = await queries.deleteUser(tx, userId)
    if (user) {
      await insertErasure(tx, { id: uuid(), userId })
      await enqueueAccountMail(tx, { kind: 'erased', ...user })
    }
    return user !== undefined
  })
}
