import { graphemesOf } from './graphemes.ts'

/** Returns at most two initials in upper case (spec, section 5): "Ada Lovelace" → "AL". Words without a letter or number have none. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .map(initialOf)
    .filter((initial) => initial !== '')
    .slice(0, 2)
    .join('')
}

function initialOf(word: string): string {
  const first = graphemesOf(word).find((segment) => /[\p{L}\p{N}]/u.test(segment)) ?? ''
  const upper = first.toUpperCase()
  // ß becomes SS, which is two letters of a name that has one
  return graphemesOf(upper).length === 1 ? upper : first
}
