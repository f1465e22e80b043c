import { documentClient } from '#shell/ui/api/document-client.ts'

/** Starts the button that mails the link to the place again. The answer is the same for an address that is not on the list. */
export function startSendLink(box: Element, email: string): void {
  const button = box.querySelector<HTMLElement>('[data-join-send]')
  const result = box.querySelector<HTMLElement>('[data-join-send-result]')
  if (!button || !result) return
  const { sent, later, failed } = button.dataset
  button.hidden = false
  button.onclick = async () => {
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    result.textContent = await send(email).then(
      (mailed) => (mailed ? sent : later)?.replace('{email}', email) ?? '',
      (error: unknown) => {
        console.error(error)
        return failed ?? ''
      },
    )
    button.ariaBusy = null
  }
}

const send = async (email: string) => (await documentClient.waitlist.sendStatusLink.mutate({ email })).mailed
