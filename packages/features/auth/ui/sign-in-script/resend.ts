import { documentClient } from '#shell/ui/api/document-client.ts'
import { filled } from '#shell/ui/script/fill-slots.ts'
import type { FormTexts } from '../sign-in/form-texts.ts'
import { failureText } from './form-view.ts'
import { showBusy } from './sign-in-view.ts'

interface Resend {
  email: () => string
  next: string | undefined
  texts: FormTexts
  spinner: DocumentFragment | undefined
  isRefused?: () => boolean
  onSent?: () => void
}

/** Starts the button that asks for another mail with the link. */
export function startResend(root: ParentNode, { email, next, texts, spinner, isRefused, onSent }: Resend): void {
  const part = root.querySelector<HTMLElement>('[data-resend]')
  const button = part?.querySelector('button')
  const status = part?.querySelector('[role=status]')
  if (!part || !button || !status) return
  const { resent = '', resentRefused = '', resendFailed = '' } = part.dataset
  button.onclick = async () => {
    if (button.hasAttribute('aria-busy')) return
    status.textContent = ''
    button.setAttribute('aria-disabled', 'true')
    showBusy(button, true, spinner)
    const address = email()
    try {
      await documentClient.auth.sendConfirmation.mutate({ email: address, next })
      status.textContent = filled(isRefused?.() ? resentRefused : resent, { email: address })
      onSent?.()
    } catch (error) {
      console.error(error)
      status.textContent = failureText(error, texts, resendFailed)
    }
    button.removeAttribute('aria-disabled')
    showBusy(button, false, spinner)
    showMailWaits(part)
  }
}

/** Says that the mail waits in the queue if this server cannot send any yet, instead of promising it. */
export async function showMailWaits(root: ParentNode): Promise<void> {
  const part = root.querySelector('[data-mail-waits]')
  const [waiting, promise] = part?.querySelectorAll<HTMLElement>(':scope > p') ?? []
  try {
    const { sendsMail } = await documentClient.auth.options.query()
    if (waiting) waiting.hidden = sendsMail
    if (promise) promise.hidden = !sendsMail
  } catch (error) {
    console.error(error)
  }
}
