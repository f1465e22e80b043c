import { loadPart, reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import type { askInput } from '../../ask-schema.ts'
import { findTalk } from './kept-talk.ts'

const partOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null)

const field: FieldOf<typeof askInput> = (name) => name

const loadIsland = () => import('./mount-ask.tsx')

/** Fetches the code of the answer when a visitor focuses an `AskField`, not before. */
export function listenForQuestions(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (partOf(target)) loadIsland().catch(console.error)
  })
  document.addEventListener('submit', (event) => {
    const part = partOf(event.target)
    if (!part || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    ask(part, String(new FormData(event.target).get(field('question')) ?? ''))
  })
  document.addEventListener('input', ({ target }) => {
    const part = partOf(target)
    if (part) waiting.delete(part)
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-ask-question]') : null
    const part = button && partOf(button)
    if (part) ask(part, button.textContent)
  })
}

/** After a reload or Back, visitors find the replies that this tab kept. A page that is opened afresh begins empty. */
export function restoreReplies(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = navigation && 'type' in navigation ? navigation.type : null
  if (type !== 'reload' && type !== 'back_forward') return
  for (const part of document.querySelectorAll<HTMLElement>('[data-ask]'))
    if (findTalk(part.dataset.ask ?? '').turns.length > 0)
      loadIsland().then(({ restoreTalk }) => restoreTalk(part, eventsOf(part)), console.error)
}

const eventsOf = (part: HTMLElement) => ({
  onAsk: (next: string) => void ask(part, next),
  onAnswered: () => askWaiting(part),
})

/** Questions sent while a part is busy. Typing on withdraws them. */
const waiting = new WeakMap<HTMLElement, string>()

function takeWaiting(part: HTMLElement): string | undefined {
  const question = waiting.get(part)
  waiting.delete(part)
  return question
}

function askWaiting(part: HTMLElement): void {
  const question = takeWaiting(part)
  if (question !== undefined) void ask(part, question)
}

async function ask(part: HTMLElement, question: string): Promise<void> {
  if (part.querySelector('form')?.hidden || !hasVisibleText(question)) return
  if (part.ariaBusy === 'true') {
    // a reply can be read, and replied to, before its stream ends
    waiting.set(part, question)
    return
  }
  waiting.delete(part)
  const failure = part.querySelector<HTMLElement>('[data-ask-failed]')
  if (failure) failure.hidden = true
  part.ariaBusy = 'true'
  try {
    const { mountAsk } = await loadPart(loadIsland)
    part.ariaBusy = null
    mountAsk(part, takeWaiting(part) ?? question, eventsOf(part))
  } catch (error) {
    part.ariaBusy = null
    console.error(error)
    reportMissingPart(error)
    if (failure) failure.hidden = false
  }
}
