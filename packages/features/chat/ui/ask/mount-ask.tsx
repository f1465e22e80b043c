import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { createRoot, type Root } from 'react-dom/client'
import { AskOne } from './ask-one.tsx'
import { GuideTalk } from './guide-talk.tsx'

interface TalkEvents {
  onAsk: (question: string) => void
  /** Called when the part can be asked again. */
  onAnswered: () => void
}

/** Shows the answer: in place of the form of an `AskField`, or in the page's place for a talk (`data-ask-talk`). */
export function mountAsk(part: HTMLElement, question: string, events: TalkEvents): void {
  setDocumentLocale()
  const talkScene = part.closest<HTMLElement>('[data-ask-scene]')
  const talkPlace = talkScene?.querySelector<HTMLElement>('[data-ask-talk]')
  if (talkScene && talkPlace) {
    goOnTalking(part, { ...events, scene: talkScene, place: talkPlace }, question)
    return
  }
  const { ask: slug = '', name = '' } = part.dataset
  const form = part.querySelector('form')
  if (form) form.hidden = true
  // beside the form, because React manages what it rendered itself
  const place = part.appendChild(document.createElement('div'))
  const scene = part.closest<HTMLElement>('[data-ask-scene]') ?? place
  createRoot(place).render(<AskOne agent={{ slug, name }} question={question} scene={scene} />)
}

const conversations = new WeakMap<HTMLElement, { root: Root; next: HTMLElement; questions: readonly string[] }>()

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
function goOnTalking(part: HTMLElement, { scene, place, ...events }: TalkPlace, question: string): void {
  const { ask: slug = '', name = '' } = part.dataset
  const talk = conversations.get(place) ?? { root: createRoot(place), next: replaceSuggestions(part), questions: [] }
  const questions = [...talk.questions, question]
  conversations.set(place, { ...talk, questions })
  scene.dataset.talk = ''
  part.querySelector('form')?.reset()
  const onRunning = (isRunning: boolean) => {
    part.ariaBusy = isRunning ? 'true' : null
  }
  const shared = { agent: { slug, name }, scene, next: talk.next, onRunning, ...events }
  talk.root.render(<GuideTalk {...shared} questions={questions} />)
}
