import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { markSvg } from '../picture-mark.ts'
import { boxPath, each, fillPath, half, randomFrom, rings, strokePath } from '../svg.ts'
import { airship, chain, keys, sail, slips, spectacles } from './makers.ts'
import { type AgentScene, agentSheet, floor, paletteOf, voices } from './portrait-svg.ts'
import { cards, cone, globe, radium, rose, wing } from './thinkers.ts'

export const agentScenes: Record<string, AgentScene> = {
  'ada-lovelace': cards,
  'chiquinha-gonzaga': keys,
  'florence-nightingale': rose,
  hypatia: cone,
  'ibn-battuta': sail,
  'leonardo-da-vinci': wing,
  'luis-gama': chain,
  'machado-de-assis': spectacles,
  'marie-curie': radium,
  'pedro-nunes': globe,
  'santos-dumont': airship,
  'sun-tzu': slips,
}

const anyAgent =
  (slug: string): AgentScene =>
  (palette) => {
    const random = randomFrom(fnv1a(slug))
    const between = (low: number, high: number) => Math.round(low + random() * (high - low))
    const one = half(between(330, 460), between(330, 460), between(220, 290))
    return [
      floor(between(700, 800), palette.field),
      rings(one.x, one.y, 700, between(48, 70), palette.field, 7),
      voices(one, half(one.x + between(280, 380), one.y + between(30, 120), between(220, 290)), palette),
      each(between(3, 6), (i) => strokePath(`M${90 + i * 60} ${820 + i * 14}h${300 - i * 30}`, palette.line, 6)),
    ].join('')
  }

export function agentArt(slug: string, colors: readonly [string, string]): string {
  const palette = paletteOf(colors)
  const scene = (Object.hasOwn(agentScenes, slug) && agentScenes[slug]) || anyAgent(slug)
  const { width, height } = agentSheet
  return markSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${fillPath(boxPath(0, 0, width, height), palette.paper)}${scene(palette)}</svg>`,
  )
}
