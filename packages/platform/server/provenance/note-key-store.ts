import type { Db } from '@duo/db/index.ts'
import type { Keys } from '../security/keys.ts'
import { type PublicNoteKey, publicNoteKey } from './note-key.ts'

/** Stores public keys for good, so that a note remains verifiable after its secret was replaced and removed. */
export const storeNoteKeys = (db: Db, { noteKeys }: Pick<Keys, 'noteKeys'>) =>
  db
    .insertInto('note_key')
    .values(noteKeys.map(({ publicKey: { kid, x } }) => ({ kid, x })))
    .onConflict((row) => row.doNothing())
    .execute()

/** Returns the keys that ever signed notes, newest first. */
export async function listNoteKeys(db: Db): Promise<PublicNoteKey[]> {
  const rows = await db.selectFrom('note_key').select('x').orderBy('created_at', 'desc').orderBy('kid').execute()
  return rows.map(({ x }) => publicNoteKey(x))
}

/** After a restore: deletes all keys but those given, because anyone can have added one to the file. Returns how many. */
export async function keepNoteKeys(db: Db, keys: readonly PublicNoteKey[]): Promise<number> {
  const rows = await db.selectFrom('note_key').select(['kid', 'x']).execute()
  const isOurs = (row: { kid: string; x: string }) => keys.some(({ kid, x }) => kid === row.kid && x === row.x)
  const others = rows.filter((row) => !isOurs(row)).map(({ kid }) => kid)
  if (others.length > 0) await db.deleteFrom('note_key').where('kid', 'in', others).execute()
  return others.length
}
