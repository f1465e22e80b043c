import { agentPath, type Half } from '@duo/platform/shared/motif.ts'
import { boxPath, circlePath, fillPath, overlapOf, person, agent as plainAgent } from '../svg.ts'

export const agentSheet = { width: 1200, height: 900 }

export interface AgentPalette {
  deep: string
  deepLine: string
  bright: string
  brightLine: string
  both: string
  paper: string
  field: string
  line: string
}

export type AgentScene = (palette: AgentPalette) => string

export function mixColours(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const part = (at: number) =>
    Math.round(channel(one, at) * (1 - share) + channel(other, at) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${part(1)}${part(3)}${part(5)}`
}

const [light, dark] = ['#fbf6ec', '#14161f']

export const paletteOf = ([deep, bright]: readonly [string, string]): AgentPalette => ({
  deep,
  deepLine: mixColours(deep, light, 0.3),
  bright,
  brightLine: mixColours(bright, dark, 0.2),
  both: mixColours(mixColours(deep, bright, 0.55), '#e2502f', 0.28),
  paper: mixColours(light, bright, 0.14),
  field: mixColours(light, bright, 0.32),
  line: mixColours(light, deep, 0.4),
})

export const voices = (one: Half, other: Half, palette: AgentPalette) =>
  person(one, palette.deep, palette.deepLine) +
  plainAgent(other, palette.bright, palette.brightLine) +
  overlapOf(circlePath(one), agentPath(other), palette.both)

export const floor = (y: number, colour: string) => fillPath(boxPath(0, y, agentSheet.width, agentSheet.height - y), colour)

/** 0 is up; a whole circle is 1. */
export function around(x: number, y: number, r: number, rotation: number): [number, number] {
  const angle = rotation * 2 * Math.PI
  return [Math.round((x + r * Math.sin(angle)) * 10) / 10, Math.round((y - r * Math.cos(angle)) * 10) / 10]
}
