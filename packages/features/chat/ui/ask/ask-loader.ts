import { loadPart, reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import type { askInput } from '../../ask-schema.ts'

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
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-ask-question]') : null
    const part = button && partOf(button)
    if (part) ask(part, button.textContent)
  })
}

async function ask(part: HTMLElement, question: string): Promise<void> {
  const isTaken = part.ariaBusy === 'true' || part.querySelector('form')?.hidden
  if (isTaken || !hasVisibleText(question)) return
  const failure = part.querySelector<HTMLElement>('[data-ask-failed]')
  if (failure) failure.hidden = true
  part.ariaBusy = 'true'
  try {
    const { mountAsk } = await loadPart(loadIsland)
    part.ariaBusy = null
    mountAsk(part, question)
  } catch (error) {
    part.ariaBusy = null
    console.error(error)
    reportMissingPart(error)
    if (failure) failure.hidden = false
  }
}
