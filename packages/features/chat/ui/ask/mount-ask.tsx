import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { createRoot } from 'react-dom/client'
import { AskOne } from './ask-one.tsx'

/** Replaces the form of an `AskField` by the answer to the question. */
export function mountAsk(part: HTMLElement, question: string): void {
  setDocumentLocale()
  const { ask: slug = '', name = '' } = part.dataset
  const form = part.querySelector('form')
  if (form) form.hidden = true
  // beside the form: the page's own framework keeps what it rendered
  const place = part.appendChild(document.createElement('div'))
  // the shapes of the hero, or the mark beside the answer
  const scene = part.closest<HTMLElement>('[data-ask-scene]') ?? place
  createRoot(place).render(<AskOne agent={{ slug, name }} question={question} scene={scene} />)
}
