import { loadMember } from '#session/ui/member-storage.ts'
import { referralKey } from '#shell/ui/script/session-hint.ts'
import { codeInQuery } from '#waitlist/rules.ts'
import { field, fieldIn } from './form-view.ts'

/**
 * Keeps the code of an invitation for this tab (spec), and in the address of every page, so that "open in browser", a bookmark
 * or a new tab carries it. No cookie.
 */
export function startReferral(signal: AbortSignal): void {
  const code = codeInQuery(new URLSearchParams(location.search)) ?? readCode()
  if (!code) return
  const isStored = writeCode(code)
  if (isStored && loadMember()) {
    hideReferral()
    return
  }
  showInAddress(code)
  const carry = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== location.origin || (link.hash && link.pathname === location.pathname)) return
    link.href = withCode(link.href, readCode() ?? code)
  }
  // another tab, or the next page of a browser without storage, knows only the address. Plain links stay as they are: the browser
  // has prefetched them.
  for (const event of isStored ? ['auxclick', 'contextmenu'] : ['click', 'auxclick', 'contextmenu'])
    document.addEventListener(event, carry, { signal, capture: true })
  document.addEventListener('click', (event) => (event.ctrlKey || event.metaKey || event.shiftKey) && carry(event), {
    signal,
    capture: true,
  })
}

/** Fills the form with this tab's code. */
export function fillReferral(root: ParentNode): void {
  // a browser without storage knows the address only
  const code = readCode() ?? codeInQuery(new URLSearchParams(location.search))
  if (code && fieldIn(root, field('invitedByCode'))?.value === '') showInForm(root, code)
}

/** Once there is a place here, its owner may pass the page on, with no one else’s code. The tab keeps it for a join of another address. */
export const hideReferral = () => showInAddress('')

/** For later joins in this tab: the code that the visitor entered, or none. */
export function changeReferral(form: ParentNode, code: string): void {
  showInForm(form, code)
  writeCode(code)
  showInAddress(code)
  document.documentElement.toggleAttribute('data-friend', code !== '')
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) link.href = withCode(link.href, code)
}

function showInForm(root: ParentNode, code: string) {
  const input = fieldIn(root, field('invitedByCode'))
  if (input) {
    input.defaultValue = code
    input.value = code
  }
  root.querySelector('[data-invited]')?.toggleAttribute('hidden', code === '')
  root.querySelector('[data-invitation]')?.toggleAttribute('hidden', code !== '')
}

function showInAddress(code: string) {
  const address = withCode(location.href, code)
  if (address !== location.href) history.replaceState(history.state, '', address)
}

function withCode(href: string, code: string): string {
  const url = new URL(href)
  for (const name of [...url.searchParams.keys()]) if (/^ref$/i.test(name)) url.searchParams.delete(name)
  if (code) url.searchParams.set('ref', code)
  return url.href
}

function readCode(): string | null {
  try {
    return sessionStorage.getItem(referralKey)
  } catch {
    return null
  }
}

/** Returns whether the browser stores anything. */
function writeCode(code: string): boolean {
  try {
    if (code === '') sessionStorage.removeItem(referralKey)
    else sessionStorage.setItem(referralKey, code)
    return true
  } catch {
    return false
  }
}
