import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { localeFromTag } from '@duo/platform/shared/locale.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import {
  type ConsentChoice,
  currentConsent,
  hasOptOutSignal,
  readConsentCookie,
  saveConsent,
  subscribeToConsent,
} from './consent.ts'
import { applyConsent } from './gtm.ts'

const field: NameOf<ConsentChoice> = (name) => name

const reloadPage = () => location.reload()

/** Applies the current choice to the page, and asks unless the browser has an opt-out signal. */
export function startQuestion(container: string, signal: AbortSignal, reload = reloadPage): void {
  const region = document.querySelector<HTMLElement>('[data-consent]')
  const question = region?.querySelector('section')
  if (!region || !question) return
  const [saved] = region.querySelectorAll('p[hidden]')
  let cookieText = readConsentCookie()
  const apply = () => applyConsent(currentConsent(cookieText) ?? { analytics: false, marketing: false }, { container, reload })
  const onChange = () => {
    const text = readConsentCookie()
    if (text === cookieText) return
    cookieText = text
    hide(question)
    saved?.removeAttribute('hidden')
    apply()
  }
  subscribeToConsent(onChange, signal)
  apply()
  if (currentConsent(cookieText) || hasOptOutSignal()) return
  show(question, signal)
  question.addEventListener(
    'click',
    ({ target }) => {
      const answer = closestTo(target, '[data-answer]')?.dataset.answer
      if (answer === undefined) return
      const yes = answer === 'yes'
      saveConsent({ analytics: yes, marketing: yes })
      hide(question) // browsers without cookies cannot store an answer: ask once per page
    },
    { signal },
  )
}

const { style } = document.documentElement

/** Reserves room so that neither content nor focus is covered (WCAG 2.2, 2.4.11). */
function show(question: HTMLElement, signal: AbortSignal) {
  const reserve = () => {
    if (!question.hidden)
      style.setProperty('--question-room', `calc(${question.offsetHeight}px + ${getComputedStyle(question).bottom})`)
  }
  question.hidden = false
  reserve()
  window.addEventListener('resize', reserve, { signal })
}

function hide(question: HTMLElement) {
  const hadFocus = question.contains(document.activeElement)
  question.hidden = true
  style.removeProperty('--question-room')
  if (hadFocus) document.getElementById('content')?.focus({ preventScroll: true })
}

export function openSettings(button: HTMLElement): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-settings]')
  if (!dialog || dialog.open) return
  const form = dialog.querySelector('form')
  if (form) showCurrent(form)
  dialog.onclick = ({ target }) => {
    const all = closestTo(target, '[data-all]')?.dataset.all
    if (all !== undefined) saveConsent({ analytics: all === 'yes', marketing: all === 'yes' })
    if (all !== undefined || target === dialog || closestTo(target, '[data-close]')) dialog.close()
  }
  dialog.onsubmit = (event) => {
    event.preventDefault()
    const ticked = new FormData(form ?? undefined)
    saveConsent({ analytics: ticked.has(field('analytics')), marketing: ticked.has(field('marketing')) })
    dialog.close()
  }
  // the dialog's action may remove the button that opened it
  dialog.onclose = () =>
    (button.checkVisibility?.() === false ? document.getElementById('content') : button)?.focus({ preventScroll: true })
  dialog.showModal()
}

function showCurrent(form: HTMLFormElement) {
  const consent = currentConsent()
  for (const purpose of [field('analytics'), field('marketing')]) {
    const box = form.elements.namedItem(purpose)
    if (box instanceof HTMLInputElement) box.checked = consent?.[purpose] ?? false
  }
  const state = consent ? 'chosen' : hasOptOutSignal() ? 'signal' : 'unchosen'
  for (const text of form.querySelectorAll<HTMLElement>('[data-when]')) text.hidden = text.dataset.when !== state
  const chosen = form.querySelector<HTMLElement>('[data-when=chosen]')
  if (chosen && consent) {
    const date = formatDate(consent.decidedAt, localeFromTag(document.documentElement.lang))
    chosen.textContent = (chosen.dataset.text ?? '').replace('{date}', date)
  }
}
