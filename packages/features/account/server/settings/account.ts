import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type Provider, providers } from '#auth/rules.ts'
import type { User } from '#auth/schema.ts'
import { isChangeRefused } from '#auth/server/mail/account-mail-queries.ts'
import { type AccountContext, lockOwner, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import { toUserDto } from '#auth/server/sessions/sessions.ts'
import * as queries from '#auth/server/users/user-queries.ts'
import { requireFreshFactor } from '#second-factor/server/fresh-factor/fresh-factor.ts'
import { getSecondFactors } from '#second-factor/server/second-factors.ts'
import type { Account, UnlinkResult } from '../../schema.ts'

export async function getAccount({ db, user }: AccountContext): Promise<Account> {
  const [row, linkedAccounts, factors] = await Promise.all([
    requireUserRow(db, user),
    queries.listLinkedAccounts(db, user.id),
    getSecondFactors(db, user.id),
  ])
  return {
    user: toUserDto(row),
    hasPassword: linkedAccounts.some(({ password }) => password !== null),
    providers: linkedAccounts.flatMap(({ provider, linkedAt }) =>
      isProvider(provider) ? [{ id: provider, linkedAt: linkedAt.toISOString() }] : [],
    ),
    pendingEmail: row.pendingEmail,
    pendingEmailRefused: row.pendingEmail !== null && (await isChangeRefused(db, { userId: user.id, email: row.pendingEmail })),
    secondFactors: factors,
  }
}

const isProvider = (name: string): name is Provider => providers.some((provider) => provider === name)

export async function requireUserRow(db: Db, { id }: Viewer) {
  const row = await queries.findUserById(db, id)
  if (!row) throw new AppError('unauthorized')
  return row
}

export async function updateProfile(
  { db, user }: AccountContext,
  profile: { name?: string | undefined; language?: Locale | undefined },
): Promise<{ error: null; user: User }> {
  if (Object.values(profile).some((value) => value !== undefined)) await queries.updateProfile(db, user.id, profile)
  return { error: null, user: toUserDto(await requireUserRow(db, user)) }
}

export async function unlinkProvider(context: AccountContext, provider: Provider): Promise<UnlinkResult> {
  const { db, user } = context
  await requireFreshFactor(db, user)
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, user)
    const linkedAccounts = await queries.listLinkedAccounts(tx, user.id)
    if (!linkedAccounts.some((linkedAccount) => linkedAccount.provider === provider)) throw new AppError('not_found')
    if (linkedAccounts.length === 1) return { error: 'last_way_in' }
    await queries.deleteLinkedAccount(tx, user.id, provider)
    await recordUserEvent(tx, context, 'provider_unlinked')
    return { error: null }
  })
}
