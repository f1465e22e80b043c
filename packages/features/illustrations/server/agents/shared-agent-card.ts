import { m } from '@duo/platform/i18n/messages.ts'
import type { FileCache } from '@duo/platform/server/files/file-cache.ts'
import { isLocale, type Locale } from '@duo/platform/shared/locale.ts'
import { agentSlugPattern } from '#marketplace/rules.ts'
import type { Picture } from '../rasterize.ts'
import { framedTextWidth, framePicture } from '../share-cards/article-share-card.ts'
import { cachedShareCard, type ShareCard } from '../share-cards/share-card.ts'
import { agentArt, agentSheet } from './agent-art.ts'

/** Returns null for a link that is unknown, private or taken down, which bounds the work. */
export type SharedAgentLookup = (slug: string) => Promise<SharedCard | null>

interface SharedCard {
  name: string
  line: string
  colors: readonly [string, string]
}

const pattern = /^\/share\/([a-z]{2})\/agents\/([a-z0-9-]{1,80})\.png$/

/** Says in words that a machine answers: a card with a name only looks like a person’s. */
export const sharedAgentCard = (slug: string, { name, line, colors }: SharedCard, locale: Locale): ShareCard => ({
  headline: name,
  line: line || m.shell_footer_tagline({}, { locale }),
  note: m.shell_card_agent({}, { locale }),
  art: framePicture(agentArt(slug, colors), { ...agentSheet, focus: 0.5 }),
  textWidth: framedTextWidth,
  fontSize: name.length > 40 ? 56 : 72,
})

/** Draws the picture that link previews show of a creator's agent: its name beside its colours. Null for an unknown path. */
export function createSharedAgentCards(find: SharedAgentLookup, cache: FileCache) {
  return async (path: string): Promise<Picture | null> => {
    const [, locale, slug] = pattern.exec(path) ?? []
    if (!isLocale(locale) || slug === undefined || !agentSlugPattern.test(slug)) return null
    const agent = await find(slug)
    if (!agent) return null
    const card = sharedAgentCard(slug, agent, locale)
    return cachedShareCard(cache, card)
  }
}
