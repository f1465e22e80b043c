import { type Db, inTransaction } from '@duo/db/index.ts'
import { indexForm, listFormerAgents, listIndexed, lockFormerAgent, recount, saveIndex } from './reindex-queries.ts'

/** In one statement. */
const batch = 500

/** Indexes the passages of agents again that a former version of the program indexed, an agent at a time. Until then they answer worse. */
export async function reindexAgents(db: Db): Promise<void> {
  for (const agentId of await listFormerAgents(db)) {
    await inTransaction(db, async (tx) => {
      const agent = await lockFormerAgent(tx, agentId)
      if (!agent) return
      for (let after: string | null = null; ; ) {
        const rows = await listIndexed(tx, agentId, { after, limit: batch })
        if (rows.length === 0) break
        await saveIndex(tx, agent, rows)
        after = rows.at(-1)?.id ?? null
      }
      await recount(tx, agent, indexForm)
    })
  }
}
