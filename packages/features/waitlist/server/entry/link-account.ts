import type { Db } from '@duo/db/index.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type OwnStatus, ticketLifetimes } from '../../schema.ts'
import { ticketPurposes } from '../../tickets.ts'
import * as queries from '../signup-queries.ts'
import { eraseSignup } from './delete-entry.ts'
import { confirmEntry, exportEntry } from './entry.ts'
import { buildStatus } from './entry-status.ts'
import * as linkQueries from './link-account-queries.ts'

/** Links and confirms the entry of a verified e-mail. Returns its language, or null. Call it in a transaction. */
export async function linkEntryToAccount(db: Db, user: { id: string; email: string }): Promise<{ language: Locale } | null> {
  if (await linkQueries.findSignupByUser(db, user.id)) return null
  const entry = await linkQueries.findUnlinkedSignup(db, user.email)
  if (!entry) return null
  await confirmEntry(db, entry.id)
  await linkQueries.linkSignup(db, entry.id, user.id)
  return { language: entry.language }
}

export async function eraseLinkedEntries(db: Db, userId: string) {
  for (const id of await listLinkedEntryIds(db, userId)) await eraseSignup(db, id)
}

type OwnEntryContext = Pick<AppContext, 'db' | 'publicUrl'>

export async function findOwnEntry(
  { secret, ...context }: OwnEntryContext & Pick<AppContext, 'secret'>,
  userId: string,
): Promise<OwnStatus | null> {
  const { db, publicUrl } = context
  const [entry] = await listLinkedEntryIds(db, userId)
  if (!entry) return null
  const [status, generation = 0] = await Promise.all([buildStatus(db, publicUrl, entry), queries.findTicketGeneration(db, entry)])
  if (!status) return null
  const member = { purpose: ticketPurposes.member, subject: entry, expiresIn: ticketLifetimes.own, generation }
  const ticket = signTicket(secret, member)
  return { ...status, proven: true, ticket }
}

export async function exportLinkedEntries(context: OwnEntryContext, userId: string) {
  const entries = await Promise.all((await listLinkedEntryIds(context.db, userId)).map((id) => exportEntry(context, id)))
  return entries.filter((entry) => entry !== null)
}

export const listLinkedEntryIds = async (db: Db, userId: string) =>
  (await linkQueries.listSignupsOfUser(db, userId)).map(({ id }) => id)
