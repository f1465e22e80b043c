import { agentPath } from '@duo/platform/shared/motif.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { fillColours, readDrawings } from '../drawings.ts'
import { markSvg } from '../picture-mark.ts'
import {
  agent,
  boxPath,
  circlePath,
  each,
  fillPath,
  half,
  overlapOf,
  person,
  randomFrom,
  rings,
  strokePath,
  svgOf,
} from '../svg.ts'
import { type AgentPalette, paletteOf } from './palette.ts'

export const agentSheet = { width: 1200, height: 900 }

/** By slug. */
export const agentDrawings = readDrawings('agents')

function anyAgent(slug: string, palette: AgentPalette): string {
  const random = randomFrom(fnv1a(slug))
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  const one = half(between(330, 460), between(330, 460), between(220, 290))
  const ground = between(700, 800)
  const gap = between(48, 70)
  const other = half(one.x + between(280, 380), one.y + between(30, 120), between(220, 290))
  const content = [
    fillPath(boxPath(0, ground, agentSheet.width, agentSheet.height - ground), palette.field),
    rings(one.x, one.y, 700, gap, palette.field, 7),
    person(one, palette.deep, palette.deepLine),
    agent(other, palette.bright, palette.brightLine),
    overlapOf(circlePath(one), agentPath(other), palette.both),
    each(between(3, 6), (i) => strokePath(`M${90 + i * 60} ${820 + i * 14}h${300 - i * 30}`, palette.line, 6)),
  ].join('')
  return svgOf(agentSheet, palette.paper, content)
}

export function agentArt(slug: string, colors: readonly [string, string]): string {
  const palette = paletteOf(colors)
  const drawing = agentDrawings.get(slug)
  return markSvg(drawing === undefined ? anyAgent(slug, palette) : fillColours(drawing, palette))
}
