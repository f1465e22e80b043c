import { light as brand } from '@duo/platform/shared/brand.ts'

export type AgentPalette = ReturnType<typeof paletteOf>

export function mixColours(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const part = (at: number) =>
    Math.round(channel(one, at) * (1 - share) + channel(other, at) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${part(1)}${part(3)}${part(5)}`
}

const [light, dark] = ['#fbf6ec', '#14161f']

/** The drawings name these colours in braces. */
export const paletteOf = ([deep, bright]: readonly [string, string]) => ({
  deep,
  deepLine: mixColours(deep, light, 0.3),
  bright,
  brightLine: mixColours(bright, dark, 0.2),
  both: mixColours(mixColours(deep, bright, 0.55), '#e2502f', 0.28),
  paper: mixColours(light, bright, 0.14),
  field: mixColours(light, bright, 0.32),
  line: mixColours(light, deep, 0.4),
  white: brand.raised,
})
