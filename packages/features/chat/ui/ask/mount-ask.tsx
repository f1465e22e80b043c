import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { createRoot, type Root } from 'react-dom/client'
import { AskOne } from './ask-one.tsx'
import { GuideTalk } from './guide-talk.tsx'

/** Shows the answer: in place of the form of an `AskField`, or in the page's place for a talk (`data-ask-talk`). */
export function mountAsk(part: HTMLElement, question: string): void {
  setDocumentLocale()
  const talkScene = part.closest<HTMLElement>('[data-ask-scene]')
  const talkPlace = talkScene?.querySelector<HTMLElement>('[data-ask-talk]')
  if (talkScene && talkPlace) {
    goOnTalking(part, { scene: talkScene, place: talkPlace }, question)
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

const talks = new WeakMap<HTMLElement, { root: Root; questions: readonly string[] }>()

/** The form stays for the questions that follow. */
function goOnTalking(part: HTMLElement, { scene, place }: { scene: HTMLElement; place: HTMLElement }, question: string): void {
  const { ask: slug = '', name = '' } = part.dataset
  const { root, questions } = talks.get(place) ?? { root: createRoot(place), questions: [] }
  const asked = [...questions, question]
  talks.set(place, { root, questions: asked })
  scene.dataset.talk = ''
  part.querySelector('form')?.reset()
  for (const suggestions of part.querySelectorAll<HTMLElement>('[data-ask-suggestions]')) suggestions.hidden = true
  const onAsk = (next: string) => part.ariaBusy !== 'true' && mountAsk(part, next)
  const onRunning = (isRunning: boolean) => {
    part.ariaBusy = isRunning ? 'true' : null
  }
  root.render(<GuideTalk agent={{ slug, name }} questions={asked} scene={scene} onAsk={onAsk} onRunning={onRunning} />)
}
