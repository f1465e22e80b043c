import { localeFromPath } from '@duo/platform/shared/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { CallFailure } from '#shell/ui/api/document-client.ts'
import { filled } from '#shell/ui/script/fill-slots.ts'
import type { RefusalText } from '../error-messages.ts'
import { isExplained } from '../explained-failures.ts'
import { type FieldName, inputOf } from '../fields/form-values.ts'
import type { FormTexts } from '../sign-in/form-texts.ts'

export const textsOf = ({ dataset }: HTMLFormElement) => JSON.parse(dataset.texts ?? '') as FormTexts

/** Returns undefined for a code without a text of ours. */
export function refusalOf(code: string, { refusals, moment: wait }: FormTexts): RefusalText | undefined {
  const byCode: Partial<Record<string, RefusalText>> = refusals
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  return known && { ...known, text: filled(known.text, { wait }) }
}

/** Returns the text for a rate limit or an overload, else `otherwise`. */
export function failureText(error: unknown, { refusals, moment }: FormTexts, otherwise: string): string {
  const code = error instanceof CallFailure ? error.data?.appCode : undefined
  if (!(error instanceof CallFailure) || !isExplained(code)) return otherwise
  const { retryAfter } = error
  const wait = retryAfter === null ? moment : waitText(retryAfter, localeFromPath(location.pathname))
  return filled(refusals[code].text, { wait })
}

/** Shows a message of the form, with the button for another mail if an address is not confirmed. */
export function showMessage(form: HTMLFormElement, text: string | null, isUnconfirmed = false): void {
  const box = form.querySelector<HTMLElement>('[data-message]')
  const paragraph = box?.querySelector('p')
  if (!box || !paragraph) return
  paragraph.textContent = text
  // what an earlier mail met is not true of another address
  for (const part of box.querySelectorAll('[data-resend] [role=status]:not([data-mail-waits])')) part.textContent = ''
  for (const line of box.querySelectorAll<HTMLElement>('[data-mail-waits] > p')) line.hidden = true
  box.hidden = text === null
  const resend = box.querySelector<HTMLElement>('[data-unconfirmed]')
  if (resend) resend.hidden = !isUnconfirmed
}

export type Problems = Partial<Record<FieldName, string | undefined>>

/** Shows problems beside their fields. The first invalid field gets the focus. */
export function showProblems(form: HTMLFormElement, problems: Problems): void {
  for (const name of ['name', 'email', 'password'] as const) showProblem(inputOf(form, name), problems[name])
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

export function showProblem(input: HTMLInputElement | null, problem = ''): void {
  const message = input && document.getElementById(`${input.id}-error`)
  if (!message) return
  message.textContent = problem
  const hint = document.getElementById(`${input.id}-hint`)
  const describedBy = [...(hint ? [hint.id] : []), ...(problem ? [message.id] : [])]
  if (problem) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  if (describedBy.length > 0) input.setAttribute('aria-describedby', describedBy.join(' '))
  else input.removeAttribute('aria-describedby')
}

/** The share of the fields that are filled in. */
export function filledFraction(form: HTMLFormElement): number {
  const inputs = [...form.querySelectorAll('input')]
  const full = inputs.filter(({ type, checked, value }) => (type === 'checkbox' ? checked : value !== ''))
  return inputs.length === 0 ? 0 : full.length / inputs.length
}
