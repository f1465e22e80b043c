import type { Db } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Responder } from '../../../chat/server/agent-directory.ts'
import type { AskerKey } from '../audience/asker-queries.ts'
import { claimShown } from '../sharing/shared-agent.ts'
import { countInDocuments } from '../sharing/shared-queries.ts'

/**
 * Lets an asker read passages within the day's limit. Beyond it, places are named without their texts, and a sentence that says so takes
 * the place of what would be quoted next.
 */
export const limitShown = (db: Db, asker: AskerKey, respond: Responder): Responder =>
  async function* (input, signal) {
    let isLimited = false
    for await (const part of respond(input, signal)) {
      if (part.type === 'text' && isLimited) continue
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
      if (isLimited || shown.size === ids.length) continue
      isLimited = true
      yield { type: 'text', text: m.studio_reply_limit({}, { locale: input.language }) }
    }
  }
