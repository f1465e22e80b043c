import { agentPath, type Half } from '@duo/platform/shared/motif.ts'
import { boxPath, circlePath, fillPath, overlapOf, person, agent as plainAgent } from '../svg.ts'

/** The sheet that every agent's picture is drawn on, 4:3. */
export const agentSheet = { width: 1200, height: 900 }

/** An agent's own colours and what follows from them. */
export interface AgentPalette {
  deep: string
  deepLine: string
  bright: string
  brightLine: string
  /** What the two voices share. */
  both: string
  paper: string
  field: string
  line: string
}

/** Draws the middle of an agent's picture: the motif and an object of their life. */
export type AgentScene = (palette: AgentPalette) => string

/** One colour with a share of another in it. */
export function mixColours(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const part = (at: number) =>
    Math.round(channel(one, at) * (1 - share) + channel(other, at) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${part(1)}${part(3)}${part(5)}`
}

const [light, dark] = ['#fbf6ec', '#14161f']

/** What an agent's picture is drawn with. */
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

/** Both halves in an agent's colours. */
export const voices = (one: Half, other: Half, palette: AgentPalette) =>
  person(one, palette.deep, palette.deepLine) +
  plainAgent(other, palette.bright, palette.brightLine) +
  overlapOf(circlePath(one), agentPath(other), palette.both)

/** The ground that things stand on. */
export const floor = (y: number, colour: string) => fillPath(boxPath(0, y, agentSheet.width, agentSheet.height - y), colour)

/** A point on a circle; 0 is up, a whole turn is 1. */
export function around(x: number, y: number, r: number, turn: number): [number, number] {
  const angle = turn * 2 * Math.PI
  return [Math.round((x + r * Math.sin(angle)) * 10) / 10, Math.round((y - r * Math.cos(angle)) * 10) / 10]
}
