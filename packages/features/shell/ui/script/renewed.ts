import { partMissing } from '@duo/platform/browser/missing-part.ts'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

/** In sessionStorage, from the reload until the next one is offered: a deployment without the part must not offer it again and again. */
export const reloadedKey = 'duo.renewed'
const minuteMs = 60_000

/** Offers a reload when the server no longer has a part of this page. Drafts are stored as they are typed, so a reload keeps them. */
export function startRenewed(signal: AbortSignal): void {
  const show = () => !document.getElementById('renewed') && !hasJustReloaded() && showNotice()
  window.addEventListener(partMissing, show, { signal })
  if (!('PerformanceObserver' in window)) return
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isMissing)) show()
  })
  observer.observe({ type: 'resource', buffered: true })
  signal.addEventListener('abort', () => observer.disconnect())
}

const isMissing = (entry: PerformanceEntry) =>
  entry instanceof PerformanceResourceTiming &&
  entry.responseStatus === 404 &&
  entry.name.startsWith(`${location.origin}/assets/`) &&
  new URL(entry.name).pathname.endsWith('.js')

function showNotice() {
  const notice = document.createElement('div')
  notice.id = 'renewed'
  notice.role = 'alert'
  notice.className =
    'fixed inset-x-4 top-auto bottom-4 z-60 m-auto flex w-auto max-w-xl flex-wrap items-center justify-between gap-3 rounded-voice border border-line bg-paper-raised p-4 pl-5 text-ink shadow-lift'
  const text = document.createElement('p')
  text.className = 'min-w-0 flex-1 basis-56 font-semibold'
  text.textContent = m.shell_renewed_text()
  const button = document.createElement('button')
  button.type = 'button'
  button.className = buttonClasses()
  button.textContent = m.shell_renewed_reload()
  button.addEventListener('click', reload)
  notice.append(text, button)
  document.body.append(notice)
  // above an open dialog, which makes the rest of the page inert
  notice.style.pointerEvents = 'auto'
  notice.popover = 'manual'
  notice.showPopover?.()
}

function reload() {
  try {
    sessionStorage.setItem(reloadedKey, String(Date.now()))
  } catch {
    // storage is blocked: the page may offer another reload
  }
  location.reload()
}

function hasJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(reloadedKey)) < minuteMs
  } catch {
    return false
  }
}
