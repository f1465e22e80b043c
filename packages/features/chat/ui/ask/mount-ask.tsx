import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { createRoot } from 'react-dom/client'
import { AskOne } from './ask-one.tsx'

/** Replaces the form of an `AskField` by the answer. */
export function mountAsk(part: HTMLElement, question: string): void {
  setDocumentLocale()
  const { ask: slug = '', name = '' } = part.dataset
  const form = part.querySelector('form')
  if (form) form.hidden = true
  // beside the form, because React manages what it rendered itself
  const place = part.appendChild(document.createElement('div'))
  const scene = part.closest<HTMLElement>('[data-ask-scene]') ?? place
  createRoot(place).render(<AskOne agent={{ slug, name }} question={question} scene={scene} />)
}
