import { showProgress } from '@duo/platform/browser/ui/motif/motif-script.ts'
import { askForAWhile } from '#shell/ui/api/ask-for-a-while.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import { fillSlots } from '#shell/ui/script/fill-slots.ts'
import { field, inputOf } from '../fields/form-values.ts'
import { textsOf } from './form-view.ts'
import { showMailWaits, startResend } from './resend.ts'
import { type SignInView, showPassword } from './sign-in-view.ts'

interface Created {
  email: string
  /** Undefined when an older server answered. */
  mailId: string | undefined
}

/** Shows where the mail with the link went, in place of the form, until its reader wants to use another address. */
export function showCreated({ box, form, spinner, update }: SignInView, { email, mailId }: Created, signal: AbortSignal): void {
  const template = box.querySelector<HTMLTemplateElement>('[data-created]')
  const title = document.querySelector('h1')
  if (!template || !title) throw new Error('the page has no template for a new account')
  const parts = [...box.childNodes]
  const formTitle = title.textContent
  const { title: acceptedTitle = '', refusedTitle = '' } = template.dataset
  const content = document.importNode(template.content, true)
  fillSlots(content, { email })
  box.replaceChildren(content)
  const address = inputOf(form, field('email'))
  // the page keeps no password
  form.reset()
  form.querySelector('[data-show-password]')?.setAttribute('aria-pressed', 'false')
  showPassword(form, true)
  if (address) address.value = email

  let isRefused = false
  const show = () => {
    title.textContent = isRefused ? refusedTitle : acceptedTitle
    for (const part of box.querySelectorAll<HTMLElement>('[data-refused]')) part.hidden = !isRefused
    for (const part of box.querySelectorAll<HTMLElement>('[data-accepted]')) part.hidden = isRefused
  }
  let stop = new AbortController()
  signal.addEventListener('abort', () => stop.abort())
  const ask = () => {
    stop.abort()
    stop = new AbortController()
    if (mailId === undefined) return
    askForAWhile(async () => {
      isRefused = (await documentClient.auth.mailOutcome.query({ mailId })).refused
      show()
    }, stop.signal)
  }
  const goBack = () => {
    stop.abort()
    title.textContent = formTitle
    box.replaceChildren(...parts)
    update()
    address?.focus()
  }
  for (const button of box.querySelectorAll<HTMLElement>('[data-other-address]')) button.onclick = goBack
  startResend(box, {
    email: () => email,
    next: box.dataset.next,
    texts: textsOf(form),
    spinner,
    isRefused: () => isRefused,
    onSent: ask,
  })
  show()
  ask()
  showMailWaits(box)
  showProgress(1)
  title.focus()
  window.scrollTo({ top: 0, behavior: 'instant' })
}
