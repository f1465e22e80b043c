import { light } from '@duo/platform/shared/brand.ts'
import { agentPath, type Half } from '@duo/platform/shared/motif.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'

export const sheet = { width: 1600, height: 900 }

export const brandColours = {
  deep: light.person,
  deepLine: '#71437a',
  bright: light.agent,
  brightLine: '#d98d1d',
  both: light.overlap,
  bothLine: '#b93a1c',
  white: light.raised,
  black: light.ink,
}

/** Of equal lightness, so that they fit light and dark pages. */
export const grounds = {
  paper: { base: '#f1e8d8', field: '#e5d7bf', line: '#b9a686' },
  lilac: { base: '#ded0e1', field: '#ccb8d2', line: '#a488ad' },
  blush: { base: '#f3d3c4', field: '#e9bda9', line: '#c98b72' },
  butter: { base: '#f7e5c1', field: '#efd5a0', line: '#c7a25a' },
  mist: { base: '#d8dde3', field: '#c4cbd5', line: '#8e99aa' },
}
export type Ground = (typeof grounds)[keyof typeof grounds]

export const half = (x: number, y: number, r: number): Half => ({ x, y, r })
export const round = (value: number) => Math.round(value * 10) / 10

export const circlePath = ({ x, y, r }: Half) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
export const boxPath = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`

export const fillPath = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`
export const strokePath = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
export const dot = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${colour}"/>`

export const svgOf = ({ width, height }: { width: number; height: number }, ground: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${fillPath(boxPath(0, 0, width, height), ground)}${content}</svg>`

export const each = (count: number, draw: (index: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join('')

function clipInside(path: string, content: string): string {
  const id = `c${fnv1a(path).toString(36)}`
  return `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

const clipOutside = (path: string, content: string) => {
  const id = `o${fnv1a(path).toString(36)}`
  const everywhere = boxPath(-3000, -3000, 7600, 6900)
  return `<clipPath id="${id}"><path clip-rule="evenodd" d="${everywhere}${path}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

const rows = ({ x, y, r }: Half, gap: number, colour: string, width: number) =>
  strokePath(
    Array.from({ length: Math.floor((2 * r) / gap) }, (_, i) => `M${x - r} ${round(y - r + (i + 0.5) * gap)}h${2 * r}`).join(''),
    colour,
    width,
  )

/** The distance between rings grows from `gap`. */
export const rings = (x: number, y: number, reach: number, gap: number, colour: string, width: number) =>
  strokePath(
    Array.from({ length: Math.floor(reach / gap) }, (_, i) => circlePath(half(x, y, round((i + 1) * gap)))).join(''),
    colour,
    width,
  )

export const person = (shape: Half, colour = brandColours.deep, line = brandColours.deepLine) =>
  fillPath(circlePath(shape), colour) +
  clipInside(
    circlePath(shape),
    rings(round(shape.x - shape.r * 0.34), round(shape.y - shape.r * 0.3), shape.r * 1.5, Math.max(14, shape.r / 8), line, 3),
  )

export const agent = (shape: Half, colour = brandColours.bright, line = brandColours.brightLine) =>
  fillPath(agentPath(shape), colour) +
  clipInside(
    agentPath(shape),
    clipOutside(
      circlePath(half(round(shape.x - shape.r * 0.3), round(shape.y - shape.r * 0.3), round(shape.r * 1.06))),
      rows(shape, Math.max(13, shape.r / 13), line, 4),
    ),
  )

export const overlapOf = (one: string, other: string, colour = brandColours.both) => clipInside(one, fillPath(other, colour))

export const pair = (one: Half, other: Half) => person(one) + agent(other) + overlapOf(circlePath(one), agentPath(other))

export const shadow = (x: number, y: number, length: number, colour: string) =>
  strokePath(
    Array.from(
      { length: Math.floor(length / 22) },
      (_, i) => `M${round(x + i * 22)} ${y}l${-26 - (i % 3) * 9} ${26 + (i % 3) * 9}`,
    ).join(''),
    colour,
    4,
  )

/** Returns seeded random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
