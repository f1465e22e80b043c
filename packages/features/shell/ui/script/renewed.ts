import { partLate, partMissing } from '@duo/platform/browser/parts/missing-part.ts'

/** In sessionStorage, from the reload until the next one is offered: a deployment without the part must not offer it again and again. */
export const reloadedKey = 'duo.renewed'
const minuteMs = 60_000

/** Offers a reload when a script of this page fails, or a part of it is late or no longer on the server. Drafts are stored, so a reload keeps them. */
export function startRenewed(signal: AbortSignal): void {
  const show = () => document.getElementById('renewed')?.hidden && !hasJustReloaded() && showNotice()
  window.addEventListener(partMissing, show, { signal })
  window.addEventListener(partLate, () => showNotice('late'), { signal })
  const explain = (error: unknown) => isOurs(error) && showNotice('failed')
  window.addEventListener('error', (event) => explain(event.error), { signal })
  window.addEventListener('unhandledrejection', (event) => explain(event.reason), { signal })
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

/** Not those of browser extensions. Browsers report a lost connection as a TypeError too, in words of their own. */
const isOurs = (error: unknown) =>
  (error instanceof TypeError || error instanceof ReferenceError) &&
  !/fetch|network|load/i.test(error.message) &&
  (error.stack ?? '').includes(`${location.origin}/assets/`)

function showNotice(reason: 'renewed' | 'failed' | 'late' = 'renewed') {
  const notice = document.getElementById('renewed')
  if (!notice?.hidden) return
  const text = notice.querySelector('p')
  if (text && reason !== 'renewed') text.textContent = notice.dataset[reason] ?? ''
  notice.querySelector('button')?.addEventListener('click', reason === 'renewed' ? reload : () => location.reload())
  notice.hidden = false
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
