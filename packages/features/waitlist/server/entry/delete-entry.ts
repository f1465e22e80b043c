import { type Db, inTransaction } from '@duo/db/index.ts'
import * as rank from '../position/position-queries.ts'
import * as queries from '../signup-queries.ts'

/** Deletes an entry and its data (LGPD art. 18, VI; GDPR art. 17). Friends keep their order and the inviter the credit. */
export function eraseSignup(db: Db, id: string, { unless }: { unless?: 'confirmed' } = {}): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await queries.deleteSignup(tx, id, unless)
    if (row) await rank.insertGap(tx, row.seat)
    return row !== undefined
  })
}
