import { showProgress } from '@duo/platform/browser/ui/motif/motif-script.ts'
import { field, inputOf } from '../fields/form-values.ts'
import { filledFraction } from './form-view.ts'

export type SignInView = ReturnType<typeof createSignInView>

/** The parts of the sign-in page that its scripts change together. */
export function createSignInView(box: HTMLElement, form: HTMLFormElement) {
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')
  const consent = form.querySelector<HTMLInputElement>('[data-privacy]')
  const spinner = box.querySelector<HTMLTemplateElement>('[data-spinner]')?.content
  let busy: HTMLButtonElement | null = null
  let hadFocus = false
  let round = 0

  /** While one button sends, all are off. */
  const setBusy = (button: HTMLButtonElement | null) => {
    const last = busy
    if (last) showBusy(last, false, spinner)
    if (button) hadFocus = document.activeElement === button
    if (button) showBusy(button, true, spinner)
    busy = button
    const sends = button !== null && button === submit
    for (const input of form.querySelectorAll('input')) input.readOnly = sends
    if (consent) consent.disabled = sends
    showPassword(form, !sends)
    update()
    // a button that is off loses the focus
    if (!button && hadFocus && document.activeElement === document.body) last?.focus()
  }
  /** Starts a request. Returns whether it is still the latest, which it is not once a cached page has come back. */
  const begin = (button: HTMLButtonElement | null) => {
    setBusy(button)
    round++
    const own = round
    return () => own === round
  }
  const reset = () => {
    round++
    setBusy(null)
  }
  const update = () => {
    for (const button of box.querySelectorAll<HTMLButtonElement>('[data-sends]'))
      button.disabled = busy !== null || (button === submit && consent?.checked === false)
    showProgress(filledFraction(form))
  }
  return { box, form, submit, spinner, setBusy, begin, reset, isBusy: () => busy !== null, update }
}

/** Shows the spinner in place of the button's mark. */
export function showBusy(button: HTMLButtonElement, isBusy: boolean, spinner: DocumentFragment | undefined): void {
  if (isBusy) button.setAttribute('aria-busy', 'true')
  else button.removeAttribute('aria-busy')
  for (const mark of button.querySelectorAll(':scope > svg')) mark.toggleAttribute('hidden', isBusy)
  if (!isBusy) button.querySelector('[data-turns]')?.remove()
  else if (spinner) {
    const turning = document.createElement('span')
    turning.dataset.turns = ''
    turning.className = 'contents'
    turning.append(document.importNode(spinner, true))
    button.prepend(turning)
  }
}

/** As its button says; hidden while the form is sent, so that password managers recognize the field. */
export function showPassword(form: HTMLFormElement, mayShow: boolean): void {
  const input = inputOf(form, field('password'))
  const isPressed = form.querySelector('[data-show-password][aria-pressed=true]') !== null
  if (input) input.type = isPressed && mayShow ? 'text' : 'password'
}
