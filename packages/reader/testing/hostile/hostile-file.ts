import type { Refusal } from '../../document.ts'

export interface HostileFile {
  /** What it tries. */
  what: string
  name: string
  make: () => Uint8Array
  expected: Refusal | 'read'
  /** It needs the limits of a process of its own. */
  needsLimits?: boolean
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const sentence = 'The dough rests for twelve hours in a cool place before it is baked. '
export const plainText = sentence.repeat(20)
