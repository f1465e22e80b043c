import { agentPath, type Half, overlapPath } from '@duo/platform/shared/motif.ts'

export type PersonaColors = readonly [deep: string, bright: string]

const [paper, ink] = ['#fbf6ec', '#14161f']

export const avatarPair = ([deep, bright]: PersonaColors) => ({
  ground: deep,
  letters: contrast(deep, bright) < leastContrast ? paper : bright,
})

export const brightAvatarPair = ([deep, bright]: PersonaColors) => ({
  ground: bright,
  letters: contrast(deep, bright) < leastContrast ? ink : deep,
})

/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

interface PersonaArtProps {
  slug: string
  colors: PersonaColors
  className?: string
}

const [width, height] = [400, 300]

/** Draws two overlapping circles, person and agent. Decorative; used where there is no picture. */
export function PersonaArt({ slug, colors: [deep, bright], className = '' }: PersonaArtProps) {
  const { person, agent, rings } = drawing(slug)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      style={{ backgroundColor: deep }}
      className={className}
    >
      {rings.map((r) => (
        <circle key={r} cx={person.x} cy={person.y} r={r} fill="none" stroke={bright} strokeWidth={1.5} opacity={0.28} />
      ))}
      <circle cx={person.x} cy={person.y} r={person.r} fill="#fbf6ec" opacity={0.16} />
      <path d={agentPath(agent)} fill={bright} />
      <path d={overlapPath(person, agent)} fill={deep} opacity={0.55} />
    </svg>
  )
}

function drawing(slug: string): { person: Half; agent: Half; rings: number[] } {
  let sum = 7
  for (const character of slug) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  const part = (n: number) => ((sum >> n) % 16) / 15
  const person = { x: 130 + part(0) * 40, y: 105 + part(3) * 50, r: 84 + part(6) * 26 }
  const agent = { x: 255 + part(2) * 30, y: 150 + part(5) * 50, r: 84 + part(8) * 26 }
  const rings = Array.from({ length: 2 + (sum % 4) }, (_, ring) => person.r + 14 + ring * 14)
  return { person, agent, rings }
}
