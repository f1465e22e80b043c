import type { Db } from '@duo/db/index.ts'
import type { Responder } from '../../../chat/server/agent-directory.ts'
import type { AskerKey } from '../audience/asker-queries.ts'
import { claimShown } from '../sharing/shared-agent.ts'
import { countInDocuments } from '../sharing/shared-queries.ts'

/** Sends a visitor the texts of cited passages within the day's limit; beyond it, a source is named without its text. */
export const limitShown = (db: Db, asker: AskerKey, respond: Responder): Responder =>
  async function* (input, signal) {
    for await (const part of respond(input, signal)) {
      if (part.type !== 'sources' || part.sources.length === 0) {
        yield part
        continue
      }
      const ids = part.sources.flatMap(({ id }) => id ?? [])
      const shown = ids.length === 0 ? new Set<string>() : await claimShown(db, asker, await countInDocuments(db, ids))
      const sources = part.sources.map((source) =>
        source.id === undefined || shown.has(source.id) ? source : { title: source.title, source: source.source },
      )
      yield { type: 'sources', sources }
    }
  }
