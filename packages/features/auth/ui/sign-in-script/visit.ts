import { isInAppBrowser } from '@duo/platform/browser/in-app-browser.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { invitedAddress } from '#shell/invited-sign-up.ts'
import { filled } from '#shell/ui/script/fill-slots.ts'
import { field, inputOf } from '../fields/form-values.ts'
import type { SignInView } from './sign-in-view.ts'

/** In sessionStorage, from the link to the other form until that page. Cleared with the account's other entries. */
export const addressKey = 'duo.auth.address'

/** Fills in the address that was typed into the other form, or that the invitation in the fragment is for. */
export function fillAddress({ box, form }: SignInView): void {
  const input = inputOf(form, field('email'))
  if (!input) return
  const kept = takeAddress()
  const invited = normalizeEmail(invitedAddress(location.hash) ?? '')
  const note = box.querySelector<HTMLElement>('[data-invited]')
  const text = note?.querySelector('p')
  // what was typed before the script loaded comes first
  if (input.value === '' || input.value === note?.dataset.email) input.value = kept || invited || ''
  if (!note || !text) return
  note.hidden = invited === null
  note.dataset.email = invited ?? ''
  if (invited === null) return
  text.textContent = filled(note.dataset.text ?? '', { email: invited })
}

/** Shows what this browser cannot do for a sign-in. The server does not know. */
export function showLimits({ box }: SignInView): void {
  const cookies = box.querySelector<HTMLElement>('[data-no-cookies]')
  if (cookies) cookies.hidden = navigator.cookieEnabled
  const inApp = box.querySelector<HTMLElement>('[data-in-app]')
  if (!inApp || !isInAppBrowser(navigator.userAgent)) return
  box.querySelector('[data-providers]')?.setAttribute('hidden', '')
  const address = inApp.querySelector('input')
  const copy = inApp.querySelector<HTMLElement>('[data-copy]')
  if (address) {
    address.value = location.href
    address.onfocus = () => address.select()
  }
  if (copy) copy.dataset.copy = location.href
  inApp.hidden = false
}

/** Opens the other form with the address. Also one that was invited stays so. */
export function followLink(event: MouseEvent, link: HTMLAnchorElement, email: string): void {
  if (invitedAddress(location.hash) !== null) link.hash = location.hash
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  // a page in another tab does not take the address over
  if (!isPlain) return
  keepAddress(email)
  if (!('replaces' in link.dataset)) return
  event.preventDefault()
  location.replace(link.href)
}

function keepAddress(email: string) {
  try {
    sessionStorage.setItem(addressKey, email)
  } catch {
    // without storage the address is typed again
  }
}

function takeAddress(): string | null {
  try {
    const email = sessionStorage.getItem(addressKey)
    sessionStorage.removeItem(addressKey)
    return email
  } catch {
    return null
  }
}
