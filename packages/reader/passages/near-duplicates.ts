import { createHash } from 'node:crypto'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { Passage } from '../document.ts'

/** Of a passage's groups of words, the smallest hashes: two passages that share most of these share most of their text. */
const sketchSize = 32
const groupSize = 4
const alike = 0.9
/** Shorter texts differ by a word that matters. */
const minWords = 24

const negation = /^(?:not|no|never|none|nor|without|except|cannot|nao|nunca|jamais|sem|nem|exceto|nenhum|nenhuma)$/

/** Says whether a passage repeats an earlier one but for a word or a comma; never if a number or a "not" differs. */
export function duplicateFinder(): (passage: Passage) => boolean {
  const exact = new Set<string>()
  const byHash = new Map<number, number[][]>()
  return ({ text, question }) => {
    const words = plainWords(`${question ?? ''} ${text}`)
    const whole = words.join(' ')
    // signs alone, such as a line of code, are compared as they are
    const key = createHash('sha256')
      .update(whole || text)
      .digest('base64')
    if (exact.has(key)) return true
    exact.add(key)
    if (words.length < minWords) return false
    const decisive = fnv1a(words.filter((word) => /\d/.test(word) || negation.test(word)).join(' '))
    const sketch = sketchOf(words, decisive)
    const candidates = new Set(sketch.flatMap((hash) => byHash.get(hash) ?? []))
    if ([...candidates].some((other) => likeness(sketch, other) >= alike)) return true
    for (const hash of sketch.slice(0, 8)) byHash.set(hash, [...(byHash.get(hash) ?? []), sketch].slice(-40))
    return false
  }
}

/** The numbers and negations of the whole are part of each group, so that passages with others have nothing in common. */
function sketchOf(words: string[], decisive: number): number[] {
  const single = words.map(fnv1a)
  const hashes = new Set<number>()
  for (let place = 0; place + groupSize <= words.length; place++) {
    let hash = decisive
    for (const word of single.slice(place, place + groupSize)) hash = Math.imul(hash ^ word, 0x9e3779b1) >>> 0
    hashes.add(hash ^ (hash >>> 15))
  }
  return [...hashes].sort((one, other) => one - other).slice(0, sketchSize)
}

function likeness(one: number[], other: number[]): number {
  const union = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, sketchSize)
  const [first, second] = [new Set(one), new Set(other)]
  return union.filter((hash) => first.has(hash) && second.has(hash)).length / union.length
}
