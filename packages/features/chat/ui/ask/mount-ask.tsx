import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { createRoot, type Root } from 'react-dom/client'
import { AskOne } from './ask-one.tsx'
import { GuideTalk } from './guide-talk.tsx'
import { findTalk, type KeptTurn, keepTalk } from './kept-talk.ts'
import type { AskReply } from './use-reply.ts'

interface TalkEvents {
  onAsk: (question: string) => void
  /** Called when the part can be asked again. */
  onAnswered: () => void
}

/** Shows what this tab kept of the talk at this place. */
export function restoreTalk(part: HTMLElement, events: TalkEvents): void {
  setDocumentLocale()
  const { turns } = findTalk(part.dataset.ask ?? '')
  const talk = talkOf(part)
  const [last] = turns.slice(-1)
  if (talk) goOnTalking(part, { ...events, ...talk }, turns)
  else if (last) mountOne(part, last)
}

/** The places of a talk, where the page has them. */
function talkOf(part: HTMLElement) {
  const scene = part.closest<HTMLElement>('[data-ask-scene]')
  const place = scene?.querySelector<HTMLElement>('[data-ask-talk]')
  return scene && place ? { scene, place } : null
}

/** Shows the answer: in place of the form of an `AskField`, or in the page's place for a talk (`data-ask-talk`). */
export function mountAsk(part: HTMLElement, question: string, events: TalkEvents): void {
  setDocumentLocale()
  const talk = talkOf(part)
  if (talk) goOnTalking(part, { ...events, ...talk }, [{ question, reply: null }])
  else mountOne(part, { question, reply: null })
}

function mountOne(part: HTMLElement, { question, reply }: KeptTurn): void {
  const { ask: slug = '', name = '' } = part.dataset
  const form = part.querySelector('form')
  if (form) form.hidden = true
  // beside the form, because React manages what it rendered itself
  const place = part.appendChild(document.createElement('div'))
  const scene = part.closest<HTMLElement>('[data-ask-scene]') ?? place
  createRoot(place).render(
    <AskOne
      agent={{ slug, name }}
      question={question}
      scene={scene}
      kept={reply}
      onWhole={(whole) => keepTalk(slug, { turns: [{ question, reply: whole }], typed: '' })}
    />,
  )
}

const conversations = new WeakMap<HTMLElement, { root: Root; next: HTMLElement; turns: readonly KeptTurn[] }>()

/** The questions that lead on take the place of the first suggestions. */
function replaceSuggestions(part: HTMLElement): HTMLElement {
  const suggestions = part.querySelector<HTMLElement>('[data-ask-suggestions]')
  const next = document.createElement('div')
  if (suggestions) {
    suggestions.hidden = true
    suggestions.after(next)
  } else part.append(next)
  return next
}

interface TalkPlace extends TalkEvents {
  scene: HTMLElement
  place: HTMLElement
}

/** The form stays for the questions that follow. */
function goOnTalking(part: HTMLElement, { scene, place, ...events }: TalkPlace, added: readonly KeptTurn[]): void {
  const { ask: slug = '', name = '' } = part.dataset
  const talk = conversations.get(place) ?? { root: createRoot(place), next: replaceSuggestions(part), turns: [] }
  const turns = [...talk.turns, ...added]
  conversations.set(place, { ...talk, turns })
  scene.dataset.talk = ''
  part.querySelector('form')?.reset()
  const onRunning = (isRunning: boolean) => {
    part.ariaBusy = isRunning ? 'true' : null
  }
  const onWhole = (whole: AskReply, at: number) => {
    const all = (conversations.get(place)?.turns ?? []).map((turn, index) => (index === at ? { ...turn, reply: whole } : turn))
    conversations.set(place, { ...talk, turns: all })
    keepTalk(slug, { turns: all, typed: '' })
  }
  const shared = { agent: { slug, name }, scene, next: talk.next, onRunning, onWhole, ...events }
  talk.root.render(<GuideTalk {...shared} turns={turns} />)
}
