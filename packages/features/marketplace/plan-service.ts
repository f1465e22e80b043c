import type { Db } from '@duo/db/index.ts'
import type { AgentVoice } from '@duo/db/tables/marketplace.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/search-words.ts'
import { type Advice, adviceAsked } from './advice-service.ts'
import * as queries from './notes-queries.ts'
import { findNotes, languageSpoken, toldNotes, voiceOf } from './notes-service.ts'
import { passageOf } from './passage-service.ts'
import { asTopic, seedOf } from './phrase-service.ts'
import type { Asked, FoundNote } from './schema.ts'
import { type Talk, talkOf } from './talk-service.ts'

/** What an answer says before it is put into words. */
export interface Plan {
  language: Locale
  voice: AgentVoice
  starters: string[]
  kind:
    | 'notes'
    | 'more'
    | 'again'
    | 'passage'
    | 'uncovered'
    | 'offer'
    | 'told'
    | Exclude<Talk, 'more' | 'next' | 'yes' | 'nod' | 'order' | 'beyond'>
  /** Told word for word. */
  notes: queries.NoteRow[]
  /** A part of the first note, told instead of the whole. */
  passage?: string
  /** Titles worth offering, best first. */
  topics: string[]
  /** What the answer must say that it is not. */
  advice?: Advice | null
}

/** Notes that are looked through for an answer. */
const candidates = 6
/** Notes that are known when something is offered. */
const offered = 100

/** A second note must be this near to the first, and a note not yet told this near to one that was. */
const nearFirst = 0.8
const insteadOfTold = 0.7

/** Decides what an agent answers: which notes, or which of the things one says without notes. */
export async function planAnswer(db: Db, asked: Asked): Promise<Plan> {
  const advice = adviceAsked(asked.question)
  return { ...(await planStory(db, asked, advice)), advice }
}

/** The same without what is said about advice; who asks for that means no small talk. */
async function planStory(db: Db, asked: Asked, advice: Advice | null): Promise<Plan> {
  const { agent, question, history } = asked
  const talk = advice ? null : talkOf(question)
  const told = await toldNotes(db, agent.id, history)
  if (talk) return planTalk(db, asked, talk, told)
  const found = await findNotes(db, { ...asked, agentId: agent.id, limit: candidates })
  const plan = { ...(await speaker(db, asked, found.language)), topics: [] }
  const picked = chosen(
    found.notes.filter(({ firm }) => firm),
    told,
  )
  if (picked.kind === 'notes') return { ...plan, ...picked }
  if (picked.kind === 'again') {
    const passage = passageOf(picked.notes[0]?.text ?? '', found.words, found.language)
    if (passage !== null) return { ...plan, kind: 'passage', notes: picked.notes, passage }
    if (askedBefore(asked) || !found.leant || !found.words.every(isSoft)) return { ...plan, ...picked }
  }
  // what says nothing by itself ("and how did you feel?") asks for more of the same
  const asksOn = told.length > 0 && (picked.kind === 'again' || found.words.every(isSoft))
  const untold = await rest(db, asked, found.language, told)
  if (asksOn) return goOn(plan, await related(db, asked, found.language, told, untold))
  const near = [...titlesOf(found.notes), ...found.near].filter((title) => untold.some((note) => note.title === title))
  return { ...plan, kind: 'uncovered', notes: [], topics: [...near, ...worthOffering(untold, asked)] }
}

const isSoft = ({ weight }: { weight: number }) => weight < 1

/** Whether the same was asked before, in the same words. */
function askedBefore({ question, history }: Asked): boolean {
  const plain = (text: string) => plainWords(text).join(' ')
  return history.some(({ role, content }) => role === 'user' && plain(content) === plain(question))
}

const goOn = (plan: Omit<Plan, 'kind' | 'notes'>, next: queries.NoteRow | undefined): Plan =>
  next ? { ...plan, kind: 'more', notes: [next] } : { ...plan, kind: 'told', notes: [] }

/** Nobody wants to be offered these out of the blue. */
const grave = /death|illness|last|end|slavery|sold|guilty/

/** Titles of notes to offer where nothing leads to one: another one each time, but the same for the same message. */
function worthOffering(untold: readonly queries.NoteRow[], { messageId }: Asked): string[] {
  const light = untold.filter(({ key }) => !grave.test(key))
  const from = seedOf(messageId) % Math.max(1, light.length)
  return titlesOf([...light.slice(from), ...light.slice(0, from)])
}

async function speaker(db: Db, { agent }: Asked, language: Locale) {
  const found = await voiceOf(db, { agentId: agent.id, language })
  if (!found) throw new AppError('not_found')
  return { language, voice: found.voice, starters: found.starters }
}

const titlesOf = (notes: readonly queries.NoteRow[]) => notes.map(({ title }) => title)

/** The notes that were not told yet, in their order. */
async function rest(db: Db, { agent }: Asked, language: Locale, told: readonly queries.NoteRow[]) {
  return queries.others(db, { agentId: agent.id, language, not: told.map(({ key }) => key), limit: offered })
}

/** One note or two; what was told already makes way for what was not, where that answers as well. */
function chosen(notes: FoundNote[], told: readonly queries.NoteRow[]): Pick<Plan, 'kind' | 'notes'> {
  const isTold = ({ key }: FoundNote) => told.some((note) => note.key === key)
  const [best] = notes
  if (!best) return { kind: 'uncovered', notes: [] }
  const fresh = notes.filter((note) => !isTold(note))
  const first = isTold(best) ? fresh.find((note) => note.score >= best.score * insteadOfTold) : best
  if (!first) return { kind: 'again', notes: [best] }
  const second = fresh.find((note) => note !== first && note.score >= first.score * nearFirst)
  return { kind: 'notes', notes: second ? [first, second] : [first] }
}

const withoutNotes = ['greeting', 'thanks', 'about', 'topics', 'insult', 'love', 'indecent', 'hate'] as const

async function planTalk(db: Db, asked: Asked, talk: Talk, told: readonly queries.NoteRow[]): Promise<Plan> {
  const { question, history } = asked
  const language = languageSpoken(question, history) ?? asked.language
  const plan = { ...(await speaker(db, asked, language)), notes: [], topics: [] }
  const kind = withoutNotes.find((one) => one === talk)
  if (kind) return { ...plan, kind }
  const untold = await rest(db, asked, language, told)
  if (talk === 'order' || talk === 'beyond') return { ...plan, kind: 'uncovered', topics: worthOffering(untold, asked) }
  if (talk === 'no') return { ...plan, kind: 'no', topics: worthOffering(untold, asked) }
  if (talk === 'nod') {
    const next = told.length > 0 ? await related(db, asked, language, told, untold) : undefined
    return { ...plan, kind: 'offer', topics: next ? [next.title] : worthOffering(untold, asked) }
  }
  const accepted = offeredNote(history, untold)
  if (accepted) return { ...plan, kind: talk === 'yes' ? 'notes' : 'more', notes: [accepted] }
  if (told.length === 0) return { ...plan, kind: 'topics' }
  return goOn(plan, talk === 'next' ? following(told, untold) : await related(db, asked, language, told, untold))
}

/** The note whose title the last reply offered. */
function offeredNote(history: Asked['history'], untold: readonly queries.NoteRow[]) {
  const last = history.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return untold.find(({ title }) => last.includes(`“${asTopic(title)}”`))
}

/** What comes after the note that was told last, else the first that was not told. */
function following(told: readonly queries.NoteRow[], untold: readonly queries.NoteRow[]) {
  const place = told.at(-1)?.place ?? -1
  return untold.find((note) => note.place > place) ?? untold[0]
}

/** What belongs to the question before and to the note told last, else what follows that. */
async function related(
  db: Db,
  asked: Asked,
  language: Locale,
  told: readonly queries.NoteRow[],
  untold: readonly queries.NoteRow[],
) {
  const before = asked.history.findLast(({ role, content }) => role === 'user' && talkOf(content) === null)?.content ?? ''
  const about = `${before} ${told.at(-1)?.title ?? ''}`
  const { notes } = await findNotes(db, { agentId: asked.agent.id, language, question: about, limit: candidates + told.length })
  const near = notes.find(({ key }) => !grave.test(key) && untold.some((note) => note.key === key))
  return near ?? following(told, untold)
}
