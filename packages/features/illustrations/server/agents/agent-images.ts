import type { FileCache } from '@duo/platform/server/files/file-cache.ts'
import { agentImageFormats, agentImageWidths } from '../../../marketplace/rules.ts'
import { keptDrawing, type Picture } from '../rasterize.ts'
import { agentArt } from './agent-art.ts'

const address = /^\/marketplace\/images\/([a-z0-9-]{1,80})-(\d{1,5})\.([a-z]{1,5})$/

/** The pictures of agents, by address; null where there is none. `colorsOf` answers null for a name that no agent has. */
export function createAgentImages(colorsOf: (slug: string) => Promise<[string, string] | null>, cache: FileCache) {
  return async (path: string): Promise<Picture | null> => {
    const [, slug, asked, ending] = address.exec(path) ?? []
    const width = agentImageWidths.find((known) => String(known) === asked)
    const format = agentImageFormats.find((known) => known === ending)
    const colors = slug !== undefined && width && format ? await colorsOf(slug) : null
    return slug !== undefined && width && format && colors ? keptDrawing(cache, agentArt(slug, colors), width, format) : null
  }
}
