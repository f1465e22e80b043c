import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { authKey } from '#session/ui/session-events.ts'
import { startEmailSuggestion } from '#shell/ui/script/email-suggestion.ts'
import { hasSessionHint } from '#shell/ui/script/session-hint.ts'
import { type Provider, providers } from '../../rules.ts'
import { field, inputOf } from '../fields/form-values.ts'
import { showCreated } from './created-view.ts'
import { showProblem, textsOf } from './form-view.ts'
import { startPasswordRating } from './password-rating.ts'
import { redirectTo } from './provider-redirect.ts'
import { startResend } from './resend.ts'
import { sendForm } from './send-form.ts'
import { createSignInView, type SignInView, showPassword } from './sign-in-view.ts'
import { fillAddress, followLink, showLimits } from './visit.ts'

/** Starts the forms of the sign-in page, which are off until then. Returns null on other pages. */
export function startSignIn(signal: AbortSignal): SignInView | null {
  const box = document.querySelector<HTMLElement>('[data-auth]')
  const form = box?.querySelector('form')
  if (!box || !form) return null
  const view = createSignInView(box, form)
  fillAddress(view)
  window.addEventListener('hashchange', () => fillAddress(view), { signal })
  showLimits(view)
  startForm(view, signal)
  startEmailSuggestion(form, signal)
  startPasswordRating(form, signal)
  const address = () => inputOf(form, field('email'))?.value.trim() ?? ''
  // the field may have changed since
  const refusedAddress = () => form.dataset.refused ?? address()
  startResend(form, { email: refusedAddress, next: box.dataset.next, texts: textsOf(form), spinner: view.spinner })
  box.addEventListener(
    'click',
    (event) => {
      const provider = closestTo<HTMLButtonElement>(event.target, 'button[data-provider]')
      const link = closestTo<HTMLAnchorElement>(event.target, 'a[data-keeps-address]')
      const name = provider?.dataset.provider
      if (provider && isProvider(name)) redirectTo(name, provider, view)
      if (link) followLink(event, link, address())
    },
    { signal },
  )
  startSessionWatch(view, signal)
  view.update()
  document.querySelector('[data-late-scripts]')?.remove()
  return view
}

const isProvider = (name: string | undefined): name is Provider => providers.some((provider) => provider === name)

function startForm(view: SignInView, signal: AbortSignal) {
  const { form, update, isBusy } = view
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      if (!isBusy()) return sendForm(view, (email, mailId) => showCreated(view, { email, mailId }, signal))
    },
    { signal },
  )
  form.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.hasAttribute('aria-invalid')) showProblem(target)
      update()
    },
    { signal },
  )
  form.querySelector<HTMLElement>('[data-show-password]')?.addEventListener(
    'click',
    ({ currentTarget }) => {
      if (!(currentTarget instanceof HTMLElement)) return
      currentTarget.setAttribute('aria-pressed', String(currentTarget.getAttribute('aria-pressed') !== 'true'))
      showPassword(form, !isBusy())
    },
    { signal },
  )
}

/** A user who has signed in meanwhile belongs on another page, which the server knows. */
function startSessionWatch({ reset, update }: SignInView, signal: AbortSignal) {
  window.addEventListener(
    'storage',
    ({ key, newValue }) => key === authKey && newValue?.startsWith('signed_in') && location.reload(),
    { signal },
  )
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted && hasSessionHint()) location.reload()
      else if (persisted) reset()
      // some browsers restore the box only now
      else update()
    },
    { signal },
  )
}
