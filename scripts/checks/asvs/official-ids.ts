import { createHash } from 'node:crypto'
import { repeatedIds } from '../source/csv-table.ts'
import type { Row } from './table.ts'

/** SHA-256 of the `<id> <level>` lines of OWASP/ASVS v5.0.0_release, 5.0/docs_en, so that we need not repeat the ids. */
const officialHash = 'c221cc01ef8fef1236787852eaaffe3e41baaa66b99534975cf9ccc3f62e5b4a'

export function idFaults(rows: readonly Pick<Row, 'id' | 'level'>[]): string[] {
  const repeated = repeatedIds(rows)
  if (repeated.length > 0) return repeated
  const lines = rows.map(({ id, level }) => `${id} ${level}\n`).join('')
  const isOfficial = createHash('sha256').update(lines).digest('hex') === officialHash
  return isOfficial ? [] : ['ids, levels or their order are not those of the standard']
}
