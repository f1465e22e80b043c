import type { FileCache } from '@duo/platform/server/files/file-cache.ts'
import { agentImageFormats, agentImageWidths } from '#marketplace/rules.ts'
import { cachedDrawing, type Picture } from '../rasterize.ts'
import { agentArt } from './agent-art.ts'

const pathPattern = /^\/marketplace\/images\/([a-z0-9-]{1,80})-(\d{1,5})\.([a-z]{1,5})$/

/** Returns null for an unknown path, and when `colorsOf` returns null for an unknown agent. */
export function createAgentImages(colorsOf: (slug: string) => Promise<[string, string] | null>, cache: FileCache) {
  return async (path: string): Promise<Picture | null> => {
    const [, slug, match, ending] = pathPattern.exec(path) ?? []
    const width = agentImageWidths.find((one) => String(one) === match)
    const format = agentImageFormats.find((one) => one === ending)
    const colors = slug !== undefined && width && format ? await colorsOf(slug) : null
    return slug !== undefined && width && format && colors ? cachedDrawing(cache, agentArt(slug, colors), width, format) : null
  }
}
