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
