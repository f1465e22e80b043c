import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { loadMember, saveMember } from '../../../session/ui/member-storage.ts'
import { repairCode } from '../../../waitlist/rules.ts'
import type { JoinOutcome } from '../../../waitlist/ui/join/join-form.tsx'
import { startEmailSuggestion } from './email-suggestion.ts'
import type { JoinIsland } from './join-island.tsx'
import { changeReferral, fillReferral } from './referral-script.ts'

/** Sends the home page's form in place. React is loaded with the first input, for the surveys after a join. */
export function startJoin(signal: AbortSignal): void {
  const box = document.querySelector<HTMLElement>('[data-join]')
  if (!box) return
  fillReferral(box)
  startEmailSuggestion(box, signal)
  // after a form sent before this script loaded, the page has no form or one with an error
  const emptyForm = 'posted' in box.dataset ? undefined : (partsOf(box)[0]?.cloneNode(true) as Element | undefined)
  const openedAt = performance.now()
  let island: JoinIsland | undefined
  let loading: Promise<JoinIsland> | undefined
  const create = async () => {
    const { createJoinIsland } = await import('./join-island.tsx')
    island = createJoinIsland(box, () => emptyForm && showForm(box, emptyForm), signal)
    return island
  }
  const load = () => {
    loading ??= create().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const follow = async (outcome: JoinOutcome, isAnnounced: boolean) => {
    if (!outcome.answer.userExists) saveMember({ ticket: outcome.answer.ticket, email: outcome.email })
    showMember(box)
    const again = box.querySelector<HTMLElement>('[data-join-continue]')
    if (again) {
      again.hidden = false
      again.onclick = async () => (await load().catch(() => openMemberPage(box)))?.show(outcome)
    }
    // the join has succeeded: later failures are not errors of the form
    const loaded = await load().catch(console.error)
    loaded?.show({ ...outcome, isAnnounced })
  }
  const submit = async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const field = emailOf(form)
    const email = normalizeEmail(field.value)
    if (email === null) return showError(form, form.dataset.invalid, true)
    field.value = email
    const body = new FormData(form, submitter)
    body.set('fillTimeMs', String(Math.round(performance.now() - openedAt)))
    showSending(form, true)
    try {
      const page = await post(form.action, body)
      const outcome = outcomeIn(page)
      // announced once: in a toast, or in the form if React is still loading
      const isAnnounced = !island
      if (body.has('without')) changeReferral(emptyForm, '')
      else if (isCodeTyped(form) && outcome) changeReferral(emptyForm, repairCode(String(body.get('invitedByCode'))))
      if (outcome?.answer.userExists && island && emptyForm) showForm(box, emptyForm, field.value)
      else take(box, page)
      if (outcome) await follow(outcome, isAnnounced)
    } catch (error) {
      console.error(error)
      showSending(form, false)
      showError(form, form.dataset.failed)
    }
  }
  showMember(box)
  box.addEventListener(
    'input',
    ({ target }) => {
      const { form } = target as HTMLInputElement
      if (form) showError(form, '')
      // browsers do not retry a failed module import on the same page
      if (navigator.onLine) load().catch(console.error)
    },
    { signal },
  )
  box.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      const form = event.target as HTMLFormElement
      if (!emailOf(form).readOnly) submit(form, event.submitter)
    },
    { signal },
  )
  const outcome = outcomeIn(box) // the form was sent before the script loaded
  if (outcome && !outcome.answer.userExists) follow(outcome, true).catch(console.error)
}

const partsOf = (root: Element) => [...root.querySelectorAll('[data-join-part]')]
const isCodeTyped = (form: HTMLFormElement) => {
  const field = form.querySelector<HTMLInputElement>('[name=invitedByCode]')
  return field !== null && (field.value !== field.defaultValue || field.ariaInvalid === 'true')
}
const emailOf = (form: HTMLFormElement) => form.elements.namedItem('email') as HTMLInputElement

const callName = 'waitlist.join'

/** The key outlives the page, so that resending a join after a reload does not repeat it. */
async function post(url: string, body: FormData): Promise<Element> {
  body.set('key', keyOf(callName, [body.get('email'), body.has('without') || body.get('invitedByCode')]))
  const fields = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]))
  const response = await fetchWithTimeout(url, { method: 'POST', body: fields })
  if (isFinal(response.status)) deleteKey(callName)
  const box = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-join]')
  if (!box) throw new Error(`the join returned ${response.status}`)
  return box
}

function outcomeIn(box: Element): JoinOutcome | null {
  return JSON.parse(box.getAttribute('data-outcome') ?? 'null') as JoinOutcome | null
}

/** Shows the state that the server rendered, and focuses the result or the field to correct. */
function take(box: HTMLElement, page: Element) {
  box.toggleAttribute('data-done', page.hasAttribute('data-done'))
  const next = partsOf(page)
  for (const [index, part] of partsOf(box).entries()) part.replaceChildren(...(next[index]?.childNodes ?? []))
  const focused = ['h3', 'input[aria-invalid=true]', 'input[type=email]'].map((part) => box.querySelector<HTMLElement>(part))
  focused.find(Boolean)?.focus()
}

function showForm(box: HTMLElement, empty: Element, email = '') {
  box.removeAttribute('data-done')
  const [fields, result] = partsOf(box)
  fields?.replaceChildren(...empty.cloneNode(true).childNodes)
  result?.replaceChildren()
  const form = box.querySelector('form')
  if (form) emailOf(form).value = email
}

function showError(form: HTMLFormElement, text = '', isInvalid = false) {
  const field = emailOf(form)
  const message = form.querySelector(`#${field.id}-error`)
  const button = form.querySelector<HTMLButtonElement>('[data-sending]')
  if (message) message.textContent = text
  if (button) button.disabled = isInvalid
  if (text === '') {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
    return
  }
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', `${field.id}-error`)
  field.focus()
}

function showSending(form: HTMLFormElement, isSending: boolean) {
  emailOf(form).readOnly = isSending
  const button = form.querySelector<HTMLButtonElement>('[data-sending]')
  if (!button) return
  button.ariaDisabled = isSending ? 'true' : null
  button.ariaBusy = isSending ? 'true' : null
  const label = button.textContent
  button.textContent = button.dataset.sending ?? ''
  button.dataset.sending = label
}

function showMember(box: HTMLElement) {
  const link = box.querySelector<HTMLElement>('[data-member]')
  if (link) link.hidden = loadMember() === null
}

/** The member's page has the surveys too. */
function openMemberPage(box: HTMLElement) {
  box.querySelector<HTMLElement>('[data-member] a')?.click()
}
