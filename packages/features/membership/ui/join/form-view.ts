import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import type { joinForm } from '#waitlist/schema.ts'

export const field: FieldOf<typeof joinForm> = (name) => name

export const fieldIn = (root: ParentNode, name: Parameters<typeof field>[0]) =>
  root.querySelector<HTMLInputElement>(`[name=${name}]`)

export function emailOf(form: HTMLFormElement): HTMLInputElement {
  const input = fieldIn(form, field('email'))
  if (!input) throw new Error('the form has no email field')
  return input
}

/** The field gets the focus, unless the visitor is still typing or has left it. */
export function showError(form: HTMLFormElement, text = '', isInvalid = false, focuses = true) {
  const input = emailOf(form)
  const message = form.querySelector(`#${input.id}-error`)
  const button = form.querySelector<HTMLButtonElement>('[data-sending]')
  if (message) message.textContent = text
  if (button) button.disabled = isInvalid
  if (text === '') {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
    return
  }
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', `${input.id}-error`)
  if (focuses) input.focus()
}

export function showSending(form: HTMLFormElement, isSending: boolean) {
  emailOf(form).readOnly = isSending
  const button = form.querySelector<HTMLButtonElement>('[data-sending]')
  if (!button) return
  button.ariaDisabled = isSending ? 'true' : null
  button.ariaBusy = isSending ? 'true' : null
  const label = button.textContent
  button.textContent = button.dataset.sending ?? ''
  button.dataset.sending = label
}
