import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { localeFromPath } from '@duo/platform/shared/locale.ts'
import { suggestEmail } from '@duo/platform/shared/text/email-suggestion.ts'
import type { JoinState, Slot } from '#waitlist/ui/join/join-states.ts'
import { field, fieldIn } from './form-view.ts'

function stateIn(box: Element, state: JoinState): DocumentFragment {
  const template = box.querySelector<HTMLTemplateElement>(`[data-join-state=${state}]`)
  if (!template) throw new Error(`the page has no template ${state}`)
  return template.content
}

/** The template of the empty form. */
export const formState = (box: Element) => stateIn(box, 'form')

/** Shows a state that the server rendered. */
function show(box: Element, state: JoinState, values: Partial<Record<Slot, string>>) {
  const content = document.importNode(stateIn(box, state), true)
  fill(content, values)
  const isForm = content.querySelector('form') !== null
  const [fields, result] = box.querySelectorAll('[data-join-part]')
  fields?.replaceChildren(...(isForm ? [content] : []))
  result?.replaceChildren(...(isForm ? [] : [content]))
  box.toggleAttribute('data-done', !isForm)
}

function fill(root: Node, values: Partial<Record<string, string>>) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole) ?? ''
}

export function showForm(box: Element, email = '') {
  show(box, 'form', {})
  const input = fieldIn(box, field('email'))
  if (input) input.value = email
}

/** Shows the form with the code to correct, which gets the focus. */
export function showRefusal(box: Element, message: string, email: string, code: string) {
  show(box, 'refused', { message })
  const [emailField, codeField] = [fieldIn(box, field('email')), fieldIn(box, field('invitedByCode'))]
  if (emailField) emailField.value = email
  if (!codeField) return
  codeField.defaultValue = code
  codeField.focus()
}

interface Result {
  email: string
  position: number | undefined
  message: string
}

/** Shows the result, which gets the focus. */
export function showResult(box: Element, state: JoinState, { email, position, message }: Result) {
  const meant = suggestEmail(email) ?? ''
  const place = position === undefined ? '' : formatOrdinal(position, localeFromPath(location.pathname))
  show(box, state, { email, message, meant, position: place })
  if (meant === '') box.querySelector('[data-join-meant]')?.remove()
  box.querySelector('h3')?.focus()
}
