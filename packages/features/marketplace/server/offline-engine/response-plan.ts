import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { Asked, FoundNote } from '../../schema.ts'
import { agentsNamed, type NamedAgent } from '../agent-names.ts'
import { foreignLanguage } from '../language/foreign-language.ts'
import { messageWords, questionsOf, story } from '../language/plain-message.ts'
import { grave } from '../notes/next-questions.ts'
import type { RankedNote } from '../notes/note-ranking.ts'
import type { NoteRow } from '../notes/notes-queries.ts'
import { findNotes, languageSpoken, repliesIn, toldNotes } from '../notes/notes-search.ts'
import { isOfAnother, leansBack, tellingWords } from '../notes/query-analysis.ts'
import { bareKinds } from '../notes/question-index.ts'
import { type Advice, adviceAsked } from './advice.ts'
import { sumIn } from './arithmetic.ts'
import { talkOf } from './intent.ts'
import type { Talk } from './intent-patterns.ts'
import { passageOf, pointOf } from './passage-extraction.ts'
import { goOn, inShort, nothing, type Plan, related, rest, speaker, worthOffering } from './response-parts.ts'
import { planTalk } from './small-talk.ts'

/** Notes that are looked through for an answer. */
const candidates = 6

/** A second note must be this near to the first and to a question of its own, and a note not yet told this near to one that was. */
const nearFirst = 0.85
const asWell = 0.6
const insteadOfTold = 0.7

/** What holds for every question of a message: the advice that it asks for, and the whole of it. */
interface About {
  advice: Advice | null
  message: string
}

/** Decides what an agent answers: which notes, or which of the things one says without notes. */
export async function planAnswer(db: Db, asked: Asked): Promise<Plan> {
  const advice = adviceAsked(asked.question)
  const questions = questionsOf(asked.question)
  const about = { advice, message: asked.question }
  if (questions.length > 1) return { ...(await planSeveral(db, asked, questions, about)), advice }
  const [question = ''] = questions
  const plan = await planOne(db, { ...asked, question }, about)
  // what stands around a question may be what it is about
  const whole = question === asked.question || isMet(plan) ? plan : await planOne(db, asked, about)
  return { ...(isMet(whole) || whole.kind === 'counsel' ? whole : plan), advice }
}

/** Whether a plan has an answer to what was asked, and not only what is near to it. */
const isMet = ({ kind }: Plan) => kind !== 'uncovered' && kind !== 'more' && kind !== 'nearest' && kind !== 'counsel'

/** Each question's note, one after the other. */
async function planSeveral(db: Db, asked: Asked, questions: readonly string[], about: About): Promise<Plan> {
  const plans: Plan[] = []
  let { history } = asked
  for (const question of questions) {
    plans.push(await planOne(db, { ...asked, history, question }, about))
    // "and when did he die?" leans on the question before it
    history = [...history, { role: 'user', content: question }]
  }
  const other = plans.find(({ kind }) => kind === 'agent')
  if (other) return other
  const told = plans.filter((plan) => isMet(plan) && plan.notes.length > 0)
  const [first] = told
  if (!first) return plans.find(isMet) ?? planOne(db, asked, about)
  const isPartial = !plans.every(isMet)
  if (told.length === 1 && first.passage !== undefined) return { ...first, isPartial }
  const notes = told.flatMap((plan) => plan.notes.slice(0, 1))
  const { passage: _whole, ...plan } = first
  const distinct = notes.filter(({ key }, place) => notes.findIndex((note) => note.key === key) === place)
  return { ...plan, kind: 'notes', notes: distinct, isPartial }
}

async function planOne(db: Db, asked: Asked, about: About): Promise<Plan> {
  const { agent, question, history } = asked
  const language = languageSpoken(question, history) ?? asked.language
  const sum = sumIn(question, language)
  if (sum !== null) {
    const kind = sum === 'none' ? 'wordless' : 'sum'
    return { ...(await speaker(db, asked, language)), ...nothing, kind, said: sum }
  }
  const sentence = foreignLanguage(question, Math.max(tellingWords(question, 'en'), tellingWords(question, 'pt')))
  if (sentence !== null) return { ...(await speaker(db, asked, asked.language)), ...nothing, kind: 'foreign', said: sentence }
  const told = await toldNotes(db, agent.id, repliesIn(history))
  const last = told.at(-1)
  // of "why not?" no sentence can be told by its form
  const bare =
    last && !/\b(?:not|nao)\b/.test(messageWords(question).join(' ')) ? bareKinds(messageWords(question), language) : null
  const point = bare && last ? pointOf(last.text, bare) : null
  if (last && point !== null) {
    return { ...(await speaker(db, asked, language)), ...nothing, kind: 'passage', notes: [last], passage: point }
  }
  // a question for advice is no small talk
  const talk = about.advice ? null : talkOf(question)
  if (talk === null || mayBeKnown.has(talk)) {
    const plan = await planStory(db, asked, { ...about, told, talk })
    if (plan) return plan
  }
  return planTalk(db, asked, talk ?? 'beyond', told)
}

/** How much of the question a story holds that is told beside the words that it is no advice; of money and law many notes have a word. */
const enoughForAdvice: Readonly<Record<Advice, number>> = { medical: 0.5, legal: 0.65, money: 0.65 }

/** What notes may answer all the same, where a person asks it in their words. */
const mayBeKnown: ReadonlySet<Talk> = new Set(['beyond', 'clock', 'topics', 'reason'] as const)
const wordForWord = 0.9
const nearTopic = 0.7

/** A note that does not answer is told as what is nearest where much of the question stands in its title, terms or questions. */
const besideIt = { strongest: 0.85, coverage: 0.4, question: 0.3 }
/** It is told as the answer where several words of the question are in it and a question of its own is this near. */
const standsOut = { hits: 2, question: 0.4 }

/** A follow-up that says little itself ("how bad was it?") is answered by another note only where that is this near to it. */
const nearFollowUp = 0.6

/** What people ask a person from the past about things of today. */
const opinion =
  /\b(?:what (?:do|would|did) you (?:think|say|make)|your (?:opinion|view|thoughts)|acha|acharia|pensa|pensaria|diria|sua opiniao)\b/
const today = { en: 'what do you think of the world today?', pt: 'o que você acha do mundo de hoje?' }

/** A person who tells of themselves, or asks for advice, may be told what the agent would advise. */
const ownLife =
  /\b(?:i (?:am|m|was|have|ve|feel|want|keep|need|hate|work|study|write|paint|draw|just|can t|cannot)|my (?:\w+ )?(?:boss|job|work|coworker|colleague|teacher|professor|parents|mom|mum|dad|mother|father|sister|brother|friend|exam|test|class|school|startup|team|pi|wife|husband|girlfriend|boyfriend|kid|kids|son|daughter|child|children|students?|pupils?|boss|landlord|neighbou?r)|any (?:tips|advice)|advice for|what should i|how (?:do|can|should) i|would you (?:say|tell) to|eu (?:sou|estou|tenho|quero|preciso|trabalho|estudo|escrevo|fico|nao|acho)|quero|preciso|estou|briguei|escrevo|estudo|trabalho|(?:meu|minha) (?:\w+ )?(?:chefe|trabalho|colega|professora?|pais|mae|pai|irma|irmao|amig[ao]|prova|aula|escola|time|equipe|marido|mulher|filh[ao])|alguma dica|me da (?:dicas|um conselho)|conselho para|o que (?:voce )?(?:faria|diria)|no meu lugar)\b/
const advising = { en: 'what advice would you give a beginner?', pt: 'que conselho você dá a quem começa?' }

/** The answer to a question about something; null where `talk` stands against it. */
async function planStory(
  db: Db,
  asked: Asked,
  { told, talk, advice, message }: About & { told: readonly NoteRow[]; talk: Talk | null },
): Promise<Plan | null> {
  const { agent, question } = asked
  // by meaning alone nothing overrules small talk
  const looked = { ...asked, agentId: agent.id, limit: candidates, meaning: talk === null ? asked.meaning : undefined }
  let found = await findNotes(db, looked)
  if (talk !== null && !found.notes.some((note) => note.question >= (talk === 'beyond' ? nearTopic : wordForWord))) {
    if (talk !== 'beyond' || !opinion.test(messageWords(question).join(' '))) return null
    found = await findNotes(db, { ...looked, question: today[found.language], history: [] })
    if (!found.notes.some(({ firm }) => firm)) return null
  }
  const { language } = found
  const plan = { ...(await speaker(db, asked, language)), leads: found.near }
  const [named] = await agentsNamed(db, { message: question, agentId: agent.id, language })
  // a question at the end of a story of the visitor's own ("what could I do at home?") is about that, not about the agent's home
  const isTheirs = message !== question && plainWords(message).length > story && ownLife.test(messageWords(message).join(' '))
  const firm = found.notes.filter(
    (note) => note.firm && (!advice || note.coverage >= enoughForAdvice[advice]) && (!isTheirs || note.question >= nearFollowUp),
  )
  if (named && !firm.some((note) => speaksOf(note, named))) return { ...plan, kind: 'agent', notes: [], named }
  const last = told.at(-1)
  const saysLittle = leansBack(question) && found.words.every(isSoft) && !firm.some((note) => note.question >= nearFollowUp)
  const isFollowUp = last !== undefined && saysLittle
  // what is asked on ("and did you have children?") is about what was just told, unless another note answers just that
  const asksOnIt = leansBack(question) && !firm.some((note) => note.question >= nearTopic)
  if (last && (isFollowUp || asksOnIt || isOfAnother(question, language))) {
    // "when did he die?": he of whom the last note speaks
    const passage = passageOf(last.text, found.words, language)
    if (passage !== null) return { ...plan, kind: 'passage', notes: [last], passage }
  }
  const picked = chosen(isFollowUp ? [] : firm, told)
  if (picked.kind === 'notes') return { ...plan, ...picked, named }
  if (picked.kind === 'again') {
    const passage = passageOf(picked.notes[0]?.text ?? '', found.words, language)
    if (passage !== null) return { ...plan, kind: 'passage', notes: picked.notes, passage }
    const isRepeated = askedBefore(asked)
    if (isRepeated || !found.leant || !found.words.every(isSoft)) {
      const [note] = picked.notes
      // the whole note is told again only for the same question
      return { ...plan, ...picked, named, ...(note && !isRepeated && { passage: await inShort(db, asked, language, note) }) }
    }
  }
  // what says nothing by itself ("and how did you feel?") asks for more of the same
  const asksOn = told.length > 0 && (picked.kind === 'again' || found.words.every(isSoft))
  const untold = await rest(db, asked, language, told)
  if (asksOn) return goOn(plan, await related(db, asked, language, told, untold), 'nearest')
  const instead = advice ? null : await overview(db, { ...asked, question: isTheirs ? message : question }, found.language)
  if (instead && !told.some(({ key }) => key === instead.note.key)) return { ...plan, kind: instead.kind, notes: [instead.note] }
  const near: NoteRow[] = [...found.notes, ...found.near].filter(
    ({ key }) => !grave.test(key) && untold.some((note) => note.key === key),
  )
  const beside = found.isOfStranger || advice ? undefined : found.near.find((note) => isBeside(note) && near.includes(note))
  if (beside) return { ...plan, kind: isOutstanding(beside) ? 'notes' : 'nearest', notes: [beside] }
  const onward = last ? await related(db, asked, language, told, untold) : undefined
  return { ...plan, kind: 'uncovered', notes: [], leads: [...(onward ? [onward] : near), ...worthOffering(untold, asked)] }
}

const isBeside = ({ strongest, coverage, question }: RankedNote) =>
  strongest >= besideIt.strongest && (coverage >= besideIt.coverage || question >= besideIt.question)

const isOutstanding = ({ hits, question }: RankedNote) => hits >= standsOut.hits && question >= standsOut.question

/** Where no note is about it: the agent's advice for a person who tells of themselves, its view of today for one who asks for an opinion. */
async function overview(db: Db, asked: Asked, language: Locale): Promise<{ kind: 'counsel' | 'nearest'; note: NoteRow } | null> {
  const said = messageWords(asked.question).join(' ')
  const kind = ownLife.test(said) ? 'counsel' : opinion.test(said) ? 'nearest' : null
  if (kind === null) return null
  const question = (kind === 'nearest' ? today : advising)[language]
  const looked = { agentId: asked.agent.id, language, question, history: [], limit: candidates }
  const { notes } = await findNotes(db, looked)
  const note = notes.find(({ firm }) => firm)
  return note ? { kind, note } : null
}

/** Whether a note has the name of another agent in it. */
const speaksOf = ({ title, text }: FoundNote, { name }: NamedAgent) => {
  const words = new Set(plainWords(`${title} ${text}`))
  return plainWords(name).some((word) => word.length > 2 && words.has(word))
}

const isSoft = ({ weight }: { weight: number }) => weight < 1

/** Whether the same was asked before, in the same words. */
function askedBefore({ question, history }: Asked): boolean {
  const plain = (text: string) => plainWords(text).join(' ')
  return history.some(({ role, content }) => role === 'user' && plain(content) === plain(question))
}

/** One note or two; what was told already makes way for what was not, where that answers as well. */
function chosen(notes: FoundNote[], told: readonly NoteRow[]): Pick<Plan, 'kind' | 'notes'> {
  const isTold = ({ key }: FoundNote) => told.some((note) => note.key === key)
  const [best] = notes
  if (!best) return { kind: 'uncovered', notes: [] }
  const fresh = notes.filter((note) => !isTold(note))
  const first = isTold(best) ? fresh.find((note) => note.score >= best.score * insteadOfTold) : best
  if (!first) return { kind: 'again', notes: [best] }
  // what is asked word for word is answered by one
  if (first.question >= wordForWord) return { kind: 'notes', notes: [first] }
  const second = fresh.find((note) => note !== first && note.score >= first.score * nearFirst && note.question >= asWell)
  return { kind: 'notes', notes: second ? [first, second] : [first] }
}
