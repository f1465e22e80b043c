import { createHash } from 'node:crypto'
import type { AgentNotes, AgentText, Fact, Knowledge, Note } from '@duo/engine/knowledge.ts'
import { indexNotes } from '@duo/engine/search/agent-index.ts'
import { contentTokens } from '@duo/engine/search/content-tokens.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import english from '../notes-en.json' with { type: 'json' }
import portuguese from '../notes-pt.json' with { type: 'json' }
import { guide } from '../rules.ts'

/** What the guide says, in one language. */
export type GuideText = typeof english

export const guideTexts: Record<Locale, GuideText> = { en: english, pt: portuguese }

/** Changes with any text of the guide. */
export const guideVersion = createHash('sha256').update(JSON.stringify(guideTexts)).digest('base64url')

function toNote({ key, title, page, terms, facts }: GuideText['notes'][number], place: number): Note {
  const [text, questions] = [facts.map((fact) => fact.text).join(' '), facts.flatMap(({ asks }) => asks.slice(0, 1))]
  return { key, place, title, text, terms, questions, facts, source: page }
}

const known = new Map<Locale, ReadonlySet<string>>()

/** The stems of all words that the guide's questions and facts have. */
export function knownWords(language: Locale): ReadonlySet<string> {
  const stems = known.get(language) ?? new Set(contentTokens(textsOf(language).join(' '), language))
  known.set(language, stems)
  return stems
}

const textsOf = (language: Locale) =>
  guideTexts[language].notes.flatMap(({ title, terms, facts }) => [
    title,
    ...terms,
    ...facts.flatMap(({ text, asks, followUps }) => [text, ...asks, ...followUps]),
  ])

const prepared = new Map<Locale, AgentNotes>()

/** Prepared once, at the first question in a language. */
export function guideNotes(language: Locale): AgentNotes {
  const notes = prepared.get(language) ?? indexNotes(guideTexts[language].notes.map(toNote), language)
  prepared.set(language, notes)
  return notes
}

function guideVoice(language: Locale): AgentText {
  const { voice, starters } = guideTexts[language]
  const unused = { openings: [], bridges: [], closings: [] }
  return {
    name: guide.name,
    voice: { ...voice, ...unused },
    starters,
    vocabulary: [...new Set(plainWords(textsOf(language).join(' ')))],
  }
}

/** What the guide says to the engine: its own notes, whichever agent is asked for, and no other agents. */
export const guideKnowledge: Knowledge = {
  findVoice: async ({ language }) => guideVoice(language),
  getNotes: async ({ language }) => guideNotes(language),
  listVectors: async () => [],
  listAgents: async () => [],
}

/** The fact for exactly these words, some of which say nothing alone: "is it for me?". */
export function factByWording(question: string, language: Locale): { note: Note; fact: Fact } | null {
  const wording = wordingOf(question)
  for (const note of guideNotes(language).notes) {
    const fact = note.facts.find(({ asks }) => asks.some((ask) => wordingOf(ask) === wording))
    if (fact) return { note, fact }
  }
  return null
}

const wordingOf = (question: string) => plainWords(question).join(' ')

/** The page that a fact stands on, by its address in the default language. */
export function pageOf(fact: Pick<Fact, 'text'>, language: Locale): string | undefined {
  return guideTexts[language].notes.flatMap(({ facts }) => facts).find(({ text }) => text === fact.text)?.page
}

/** The name of a page, by which a link leads there. */
export function pageName(page: string, language: Locale): string {
  const pages: Record<string, string> = guideTexts[language].pages
  return pages[page] ?? page
}
