import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { suggestEmail } from '@duo/platform/shared/email/email-suggestion.ts'
import { localeFromPath } from '@duo/platform/shared/locale.ts'
import { clearDrafts, clearMember, loadMember } from '#session/ui/member-storage.ts'
import { fillSlots } from '#shell/ui/script/fill-slots.ts'
import { hasSessionHint } from '#shell/ui/script/session-hint.ts'
import { type Membership, referralLink } from '#waitlist/rules.ts'
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
  fillSlots(content, values)
  const isForm = content.querySelector('form') !== null
  const [fields, result] = box.querySelectorAll('[data-join-part]')
  fields?.replaceChildren(...(isForm ? [content] : []))
  result?.replaceChildren(...(isForm ? [] : [content]))
  box.toggleAttribute('data-done', !isForm)
  box.removeAttribute('data-shows')
  startNotice(box)
}

/** Starts the buttons of a result: joining with another address, and being forgotten on a device of another person. */
export function startNotice(box: Element) {
  const showEmptyForm = (note: 'other' | 'forgotten') => {
    const email = showFocusedForm(box)
    const text = box.querySelector<HTMLElement>(`[data-join-note=${note}]`)
    if (!text || !email || (note === 'other' && !loadMember())) return
    text.hidden = false
    // read out with the field, which has the focus
    email.setAttribute('aria-description', text.textContent ?? '')
  }
  for (const link of box.querySelectorAll<HTMLElement>('[data-join-other]'))
    link.onclick = (event) => {
      event.preventDefault()
      showEmptyForm('other')
    }
  const forget = box.querySelector<HTMLElement>('[data-join-forget]')
  // a session would bring the place back
  if (!forget || hasSessionHint()) return
  forget.hidden = false
  forget.onclick = () => {
    clearMember()
    clearDrafts()
    box.querySelector('[data-member]')?.setAttribute('hidden', '')
    showEmptyForm('forgotten')
  }
}

/** Shows a part of the notice, instead of what it says about the mail, with the form for a correction behind its button. */
export function showMailRefused(box: Element, email: string, isRefused: boolean) {
  for (const part of box.querySelectorAll<HTMLElement>('[data-join-refused]')) part.hidden = !isRefused
  for (const part of box.querySelectorAll<HTMLElement>('[data-join-mail]')) part.hidden = isRefused
  // answers would belong to an entry that no one can confirm
  const questions = box.querySelector<HTMLElement>('[data-join-continue]')
  if (questions?.onclick) questions.hidden = isRefused
  const correct = box.querySelector<HTMLElement>('[data-join-correct]')
  if (correct) correct.onclick = () => showFocusedForm(box, email)
}

export const isMailRefused = (box: Element) => box.querySelector('[data-join-refused]:not([hidden])') !== null

function showFocusedForm(box: Element, email = '') {
  showForm(box, email)
  const input = fieldIn(box, field('email'))
  input?.focus({ preventScroll: true })
  input?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return input
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
  codeField.value = code
  codeField.focus({ preventScroll: true })
  // with the reason below it, also where the form was handed over from the first screen
  codeField.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** What a member's place is shown with. */
type Place = Pick<Membership, 'position' | 'invitesLeft' | 'referral_code'>

/** Shows the result of a join, which gets the focus. Null: the address was on the list. */
export function showResult(
  box: Element,
  state: JoinState,
  { email, message }: { email: string; message: string },
  place: Place | null,
) {
  const meant = suggestEmail(email) ?? ''
  showPlace(box, state, place, { email, message, meant })
  if (meant === '') box.querySelector('[data-join-meant]')?.remove()
  box.querySelector('h3')?.focus()
}

/** Without the invitation once its code is used up. */
export function showPlace(box: Element, state: JoinState, place: Place | null, values: Partial<Record<Slot, string>> = {}) {
  const filled = place && { position: ordinal(place.position), link: referralLink(location.origin, place.referral_code) }
  show(box, state, { ...values, ...filled })
  for (const text of box.querySelectorAll<HTMLElement>('[data-join-first]'))
    text.hidden = (text.dataset.joinFirst === 'true') !== (place?.position === 1)
  if (place?.invitesLeft === 0) box.querySelector('[data-join-invite]')?.remove()
}

/** Shows the place in the header and the menu. */
export function fillPlaces(position: number | null) {
  for (const place of document.querySelectorAll('[data-place]')) place.textContent = position === null ? '' : ordinal(position)
}

const ordinal = (position: number) => formatOrdinal(position, localeFromPath(location.pathname))
