import { detectIntent, type Intent } from '@duo/engine/intent/intent.ts'
import type { Fact, Note } from '@duo/engine/knowledge.ts'
import { foreignLanguage } from '@duo/engine/language/foreign-language.ts'
import { countMarkers } from '@duo/engine/language/query-analysis.ts'
import type { ReplyInput, ReplySource } from '@duo/engine/reply-input.ts'
import { contentTokens } from '@duo/engine/search/content-tokens.ts'
import { type FoundPassages, findPassages } from '@duo/engine/search/find-passages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { factByWording, guideKnowledge, guideNotes, guideTexts, knownWords, pageName, pageOf } from './guide-notes.ts'
import { questionParts } from './question-parts.ts'

export interface GuideReply {
  /** Cites its pages by their numbers (`[1]`). */
  text: string
  /** `source` is the address of a page, in the default language, and `title` its name. */
  sources: ReplySource[]
  nextQuestions: string[]
}

/** A fact below the engine's own bar that still answers, if nothing else does. */
const minNear = 0.34
/** From this score, a fact answers what also looks like small talk: "who are you?" asks for the team. */
const minOverIntent = 0.7
const minOverAbout = 0.8
/** Share of the best score with which a fact that was not told yet is preferred. */
const minFreshShare = 0.9
const maxFacts = 3
const maxQuestions = 3

interface Answer {
  note: Note
  fact: Fact
}

/** Replies to a question about Duo with facts from its pages, word for word, without a model. */
export async function replyAsGuide(input: ReplyInput): Promise<GuideReply> {
  const parts = questionParts(input.question).slice(-maxFacts)
  const inParts = await findAnswers(input, parts)
  // a clause can lose what the whole message is about
  const { found, answers } = inParts.answers.length === 0 ? await findAnswers(input, [input.question]) : inParts
  const language = found[0]?.language ?? input.language
  const distinct = answers.filter(({ fact }, place) => answers.findIndex((one) => one.fact.text === fact.text) === place)
  if (distinct.length === 0) {
    const near = found.flatMap((passages) => passages.near.flatMap(({ fact }) => fact ?? []))
    const meant = near.map((fact) => questionOf(fact, language)).slice(0, maxQuestions)
    return { text: smallTalk(input, language), sources: [], nextQuestions: meant.length > 0 ? meant : starters(language) }
  }
  const sources = distinct.map(({ fact, note }): ReplySource => {
    const page = pageOf(fact, language) ?? note.source
    return { title: pageName(page, language), source: page, text: fact.text }
  })
  const shownText = [...input.history.map(({ content }) => content), ...distinct.map(({ fact }) => fact.text)].join('\n\n')
  return {
    text: distinct.map(({ fact }, place) => `${fact.text}[${place + 1}]`).join('\n\n'),
    sources,
    nextQuestions: nextQuestions({ shownText, language, keys: distinct.map(({ note }) => note.key) }),
  }
}

async function findAnswers(input: ReplyInput, parts: readonly string[]) {
  const found = await Promise.all(parts.map((question) => findFacts({ ...input, question })))
  return { found, answers: found.flatMap((passages, place) => replyTo(parts[place] ?? '', passages) ?? []) }
}

/** Lowers what was found without the words that no page has. */
const knownShare = 0.9

/**
 * Finds facts by the whole question, and by its part of known words: a visitor's subject, such as pilates, is on no page, and must not
 * count against the question. Most of the words must be known.
 */
async function findFacts(input: ReplyInput): Promise<FoundPassages> {
  const whole = await findPassages(guideKnowledge, input)
  const { language } = whole
  const known = knownWords(language)
  const words = input.question.split(/\s+/)
  const carrying = words.filter((word) => contentTokens(word, language).length > 0)
  const kept = words.filter((word) => contentTokens(word, language).every((token) => known.has(token)))
  const keptCarrying = kept.filter((word) => contentTokens(word, language).length > 0)
  if (kept.length === words.length || keptCarrying.length < 2 || keptCarrying.length * 2 < carrying.length) return whole
  const part = await findPassages(guideKnowledge, { ...input, question: kept.join(' '), language })
  const [wholeBest, partBest] = [whole.answers[0]?.score ?? 0, (part.answers[0]?.score ?? 0) * knownShare]
  return part.language === language && partBest > wholeBest ? part : whole
}

/** "yes", "why?" and "tell me more" go on with what was just told. */
const continuing: readonly Intent[] = ['more', 'next', 'yes', 'reason', 'really', 'surprise']

const replyTo = (question: string, passages: FoundPassages): Answer | null =>
  factByWording(question, passages.language) ?? bestAnswer(passages, detectIntent(question))

function bestAnswer({ answers, near, dialogue }: FoundPassages, intent: Intent | null): Answer | null {
  const facts = [...answers, ...near.filter(({ score }) => score >= minNear)].flatMap(({ note, fact, score }) =>
    fact ? [{ note, fact, score }] : [],
  )
  const [best] = facts
  const { last } = dialogue
  // "are you a robot?" is about the guide
  const bar = intent === 'about' ? minOverAbout : intent === null ? 0 : minOverIntent
  if (last && intent !== null && continuing.includes(intent) && !(best && best.score >= bar && best.note.key === last.key)) {
    const fact = last.facts.find(({ text }) => !dialogue.has(text))
    return fact ? { note: last, fact } : null
  }
  if (!best || best.score < bar) return null
  return facts.find(({ fact, score }) => score >= best.score * minFreshShare && !dialogue.has(fact.text)) ?? best
}

/** Questions that lead on: the same subject first, then its neighbours, and nothing that was told. */
export function nextQuestions({
  shownText,
  language,
  keys,
}: {
  shownText: string
  language: Locale
  keys: readonly string[]
}): string[] {
  const { notes, near } = guideNotes(language)
  const ordered = [...keys, ...near(keys)].flatMap((key) => notes.find((note) => note.key === key) ?? [])
  const open = ordered.map(({ facts }) => facts.filter(({ text }) => !shownText.includes(text)))
  const [same = [], ...others] = open
  const facts = [...same.slice(0, 2), ...others.flatMap((one) => one.slice(0, 1))]
  return facts.map((fact) => questionOf(fact, language)).slice(0, maxQuestions)
}

/** The first wording, as a button shows it. */
const questionOf = ({ asks: [ask = ''] }: Fact, language: Locale) =>
  `${ask.charAt(0).toLocaleUpperCase(language)}${ask.slice(1)}?`

const starters = (language: Locale) => guideTexts[language].starters.slice(0, maxQuestions)

const calm: readonly Intent[] = ['hate', 'indecent', 'insult', 'love']
const elsewhere: readonly Intent[] = ['joke', 'out_of_scope', 'prompt_injection', 'clock']

function smallTalk({ question, messageId, language: page }: ReplyInput, language: Locale): string {
  const intent = detectIntent(question)
  const isForeign = foreignLanguage(question, Math.max(countMarkers(question, 'en'), countMarkers(question, 'pt'))) !== null
  const { voice } = guideTexts[isForeign ? page : language]
  const one = (texts: readonly string[]) => texts[fnv1a(messageId) % texts.length] ?? ''
  if (isForeign) return voice.languages
  if (intent === 'greeting' || intent === 'wellbeing') return one(voice.greeting)
  if (intent === 'thanks') return one(voice.thanks)
  if (intent === 'farewell') return one(voice.farewells)
  if (intent === 'praise') return one(voice.praised)
  if (intent === 'about') return voice.aboutMe
  if (intent === 'topics') return voice.topics
  if (intent !== null && calm.includes(intent)) return voice.calm
  return intent !== null && elsewhere.includes(intent) ? voice.outOfScope : one(voice.notCovered)
}
