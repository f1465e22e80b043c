import { initials } from '../../shared/text/initials.ts'

/** A persona's own pair: ground and letters, as CSS colours with at least 4.5:1 between them. */
export interface AvatarPair {
  ground: string
  letters: string
}

/** Six pairs from the palette; a name always gets the same one. */
const pairs: readonly AvatarPair[] = [
  { ground: '#43194a', letters: '#f6b23c' },
  { ground: '#f6b23c', letters: '#43194a' },
  { ground: '#e2502f', letters: '#1d0f1a' },
  { ground: '#14503a', letters: '#f6d8a8' },
  { ground: '#1f2a4d', letters: '#ffb9a6' },
  { ground: '#f3c9b5', letters: '#5a1230' },
]

/** The pair a name gets when it brings none of its own. */
export function pairFor(name: string): AvatarPair {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  const [first, ...others] = pairs
  return others[(sum % pairs.length) - 1] ?? (first as AvatarPair)
}

/** Initials on the persona's ground, in the shape of the agent's voice. Decorative: the name stands beside it. */
export function Avatar({
  name,
  pair = pairFor(name),
  className = 'size-12 text-base',
}: {
  name: string
  pair?: AvatarPair
  className?: string
}) {
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: pair.ground, color: pair.letters }}
      className={`inline-grid flex-none place-items-center rounded-voice font-display font-semibold ${className}`}
    >
      {initials(name)}
    </span>
  )
}
