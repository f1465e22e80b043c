import type { HelpKind } from '../help-kinds.ts'
import grammar from './grammar.json' with { type: 'json' }
import idioms from './precise-phrases.json' with { type: 'json' }
import { spelled } from './spelled.ts'

/** In order of urgency. */
const kinds = ['danger', 'sexual', 'violence', 'suicide'] as const
type Phrases = Partial<Record<(typeof kinds)[number], readonly string[]>>

/** A part may name the parts before it: `<other>`. */
const parts = Object.entries(grammar.parts).reduce(
  (known, [name, part]) => known.set(name, withParts(part, known)),
  new Map<string, string>(),
)

function withParts(phrase: string, known: ReadonlyMap<string, string>): string {
  return phrase.replace(/<([a-z]+)>/g, (_, name: string) => {
    const part = known.get(name)
    if (part === undefined) throw new Error(`grammar.json has no part <${name}> above this place`)
    return part
  })
}

const compile = (list: readonly string[], end: string) =>
  new RegExp(`(?<![a-z0-9])(?:${list.map((phrase) => withParts(phrase, parts)).join('|')})${end}`)

const patternsOf = (phrases: Phrases, end = '(?![a-z0-9])') =>
  kinds.flatMap((kind) => {
    const list = phrases[kind]
    return list ? [[kind, compile(list, end)] as const] : []
  })

const certain = [...patternsOf(idioms, ''), ...patternsOf(grammar.certain)].toSorted(
  ([one], [other]) => kinds.indexOf(one) - kinds.indexOf(other),
)
const possible = patternsOf(grammar.possible)
/** They say too little beside another sentence: `The button is grey. I can’t go on.` */
const alone = patternsOf(grammar.alone)

/** `My son said he wants to kill himself`, `um amigo meu quer matar-se`; never what a person does to the writer. */
const ofOther = compile(grammar.ofOther, '(?![a-z0-9])')

/** Whether plain letters say that the life of another person than the writer is in danger. */
export const namesOther = (text: string): boolean => ofOther.test(text)

/** Whether a phrase names distress beyond doubt, or makes it possible. No phrase of an idiom or of a question about bees, say, matches. */
export interface Named {
  kind: HelpKind
  isCertain: boolean
}

/** Looks for the phrases in sentences of plain letters, as they are and with the usual slips of the keyboard mended. */
export function namedIn(sentences: readonly string[]): Named | null {
  const forms = [...new Set(sentences.flatMap((sentence) => [sentence, spelled(sentence)]))]
  const kindIn = (patterns: typeof certain) => patterns.find(([, pattern]) => forms.some((form) => pattern.test(form)))?.[0]
  const kind = kindIn(certain) ?? (sentences.length === 1 ? kindIn(alone) : undefined)
  if (kind) return { kind, isCertain: true }
  const maybe = kindIn(possible)
  return maybe ? { kind: maybe, isCertain: false } : null
}
