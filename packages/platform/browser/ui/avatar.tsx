import { initials } from '../../shared/text/initials.ts'

/** CSS colours with a contrast of at least 4.5:1. */
export interface AvatarPair {
  ground: string
  letters: string
}

const first: AvatarPair = { ground: '#43194a', letters: '#f6b23c' }

const others: readonly AvatarPair[] = [
  { ground: '#f6b23c', letters: '#43194a' },
  { ground: '#e2502f', letters: '#1d0f1a' },
  { ground: '#14503a', letters: '#f6d8a8' },
  { ground: '#1f2a4d', letters: '#ffb9a6' },
  { ground: '#f3c9b5', letters: '#5a1230' },
]

export function pairFor(name: string): AvatarPair {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return others[(sum % (others.length + 1)) - 1] ?? first
}

/** Decorative: the name is next to it. */
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
      data-print="picture"
      aria-hidden="true"
      style={{ backgroundColor: pair.ground, color: pair.letters }}
      className={`inline-grid flex-none place-items-center rounded-voice font-display font-semibold ${className}`}
    >
      {initials(name)}
    </span>
  )
}
