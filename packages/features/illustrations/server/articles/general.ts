import { agentPath } from '@duo/platform/shared/motif.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import {
  agent,
  boxPath,
  brandColours,
  circlePath,
  dot,
  each,
  fillPath,
  type Ground,
  grounds,
  half,
  overlapOf,
  pair,
  person,
  randomFrom,
  rings,
  round,
  shadow,
  sheet,
  strokePath,
  svgOf,
} from '../svg.ts'

type Random = () => number
type Composition = (random: Random, ground: Ground) => string

const between = (random: Random, low: number, high: number) => Math.round(low + random() * (high - low))

const meeting: Composition = (random, { field, line }) => {
  const one = half(between(random, 380, 620), between(random, 330, 620), between(random, 260, 420))
  const other = half(one.x + between(random, 340, 460), between(random, 380, 560), between(random, 280, 400))
  return [
    fillPath(boxPath(0, between(random, 620, 740), 1600, 300), field),
    rings(one.x, one.y, one.r + 420, 46, line, 3),
    pair(one, other),
    each(between(random, 3, 7), (i) =>
      dot(1240 + (i % 3) * 110, 160 + i * 84, between(random, 14, 46), i % 2 ? brandColours.both : brandColours.deep),
    ),
  ].join('')
}

const echoes: Composition = (random, { field }) => {
  const [x, y] = [between(random, 900, 1100), between(random, 400, 520)]
  const one = half(x - between(random, 420, 520), y + between(random, -60, 140), between(random, 190, 260))
  const core = half(x, y, between(random, 220, 280))
  return [
    each(5, (i) => strokePath(agentPath(half(x, y, 660 - i * 76)), i % 2 ? brandColours.both : field, 30 - i * 3)),
    agent(core),
    person(one),
    overlapOf(circlePath(one), agentPath(core)),
  ].join('')
}

const field: Composition = (random, { base, field: tint, line }) => {
  const [columns, tall, found] = [7, 4, between(random, 9, 18)]
  const one = (i: number) => {
    const shape = half(130 + (i % columns) * 224, 120 + Math.floor(i / columns) * 222, 92)
    if (i === found) return ''
    const isAgent = random() > 0.5
    const colour = [tint, brandColours.deep, brandColours.bright][Math.floor(random() * 3)] ?? tint
    return (
      fillPath(isAgent ? agentPath(shape) : circlePath(shape), colour) +
      strokePath(isAgent ? agentPath(shape) : circlePath(shape), line, 3)
    )
  }
  const [x, y] = [130 + (found % columns) * 224, 120 + Math.floor(found / columns) * 222]
  return (
    each(columns * tall, one) +
    fillPath(circlePath(half(x + 20, y + 12, 250)), base) +
    pair(half(x - 50, y - 20, 150), half(x + 90, y + 50, 150))
  )
}

const horizon: Composition = (random, { field: tint, line }) => {
  const x = between(random, 520, 900)
  const one = half(x, between(random, 330, 420), between(random, 210, 290))
  const other = half(x + between(random, 260, 340), one.y + between(random, 40, 110), between(random, 220, 300))
  const hill = (y: number, lift: number) =>
    `M-20 ${y}C360 ${y - lift} 640 ${y + lift} 980 ${y}S1460 ${round(y - lift * 0.7)} 1620 ${y}V920H-20Z`
  return [
    rings(x + 140, one.y + 30, 760, 62, tint, 7),
    pair(one, other),
    fillPath(hill(660, between(random, 60, 150)), brandColours.deep),
    each(6, (i) => strokePath(hill(690 + i * 16, 80).split('V')[0] ?? '', brandColours.deepLine, 3)),
    fillPath(hill(770, -between(random, 50, 120)), tint),
    shadow(200, 840, 1100, line),
  ].join('')
}

const compositions = [meeting, echoes, field, horizon]
const papers = Object.values(grounds)

export function anyScene(name: string): string {
  const random = randomFrom(fnv1a(name))
  const ground = papers[Math.floor(random() * papers.length)] ?? grounds.paper
  const compose = compositions[Math.floor(random() * compositions.length)] ?? meeting
  return svgOf(sheet, ground.base, compose(randomFrom(fnv1a(`${name}/`)), ground))
}
