import { type Db, inTransaction } from '@duo/db/index.ts'
import * as rank from '../position/position-queries.ts'
import * as queries from '../signup-queries.ts'

/**
 * Deletes an entry with its history, answers and hashes (LGPD art. 18, VI; GDPR art. 17). Friends keep their order: the seat becomes a
 * gap, and who was ahead stays ahead. An inviter keeps the credit, because the friend did confirm. False when there is no such entry.
 */
export function eraseSignup(db: Db, id: string, { unless }: { unless?: 'confirmed' } = {}): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await queries.deleteSignup(tx, id, unless)
    if (row) await rank.insertGap(tx, row.seat)
    return row !== undefined
  })
}
