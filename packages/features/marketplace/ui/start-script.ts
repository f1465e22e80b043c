import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { hasSessionHint } from '../../shell/ui/script/session-hint.ts'

/** A form starts the conversation. The script shows that it is being sent, and continues after a sign-in. */
export function startConversations(signal: AbortSignal): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = closestTo(event.target, 'form[data-start]')
      if (!form) return
      if (document.querySelector('form[data-start] [aria-busy]')) return event.preventDefault()
      showStarting(form, true)
    },
    { signal },
  )
  window.addEventListener(
    'pageshow',
    () => {
      for (const form of forms()) showStarting(form, false)
    },
    { signal },
  )
  continueStart()
}

const forms = () => document.querySelectorAll<HTMLFormElement>('form[data-start]')

function showStarting(form: HTMLElement, isStarting: boolean) {
  const own = form.querySelector('button')
  if (own) own.ariaBusy = isStarting ? 'true' : null
  for (const button of document.querySelectorAll('form[data-start] button')) button.ariaDisabled = isStarting ? 'true' : null
  const status = form.querySelector<HTMLElement>('[role=status]')
  if (status) status.textContent = isStarting ? (status.dataset.text ?? '') : ''
}

/** Removes the agent from the URL, so that going back does not start another conversation. */
function continueStart() {
  const url = new URL(location.href)
  const slug = url.searchParams.get('start')
  if (slug === null) return
  url.searchParams.delete('start')
  history.replaceState(history.state, '', url)
  if (hasSessionHint()) [...forms()].find(({ dataset }) => dataset.start === slug)?.requestSubmit()
}
