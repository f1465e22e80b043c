import type { BrowserContextOptions, Page } from '@playwright/test'
import { translate } from '../support/translator.ts'

/** What a visitor's browser or line may be like. Each is a condition under which the first minutes must work. */
export interface Condition {
  name: string
  use?: BrowserContextOptions
  /** Runs before the first page opens. */
  prepare?: (page: Page) => Promise<unknown>
  /** Runs on every page once it has loaded. */
  onPage?: (page: Page) => Promise<unknown>
  /** Whether the browser reports what it refuses, or what it could not load. */
  reports?: boolean
  /** Whether the browser lets no page copy. */
  copiesByHand?: boolean
}

const plainHttp = () => {
  Object.defineProperty(window, 'isSecureContext', { value: false })
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
  Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
}

const lockedDown = () => {
  Object.defineProperty(window, 'indexedDB', { value: undefined })
  Object.defineProperty(Clipboard.prototype, 'writeText', {
    value: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')),
  })
  document.execCommand = () => false
}

const noStorage = () => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}

const fullStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

/** Fills of a password manager that set the value and fire nothing, as some do. */
const silentAutofill = () => {
  const stop = (event: Event) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox' && event.target.type !== 'radio')
      event.stopImmediatePropagation()
  }
  for (const type of ['input', 'change', 'keydown', 'keyup']) window.addEventListener(type, stop, { capture: true })
}

/** Fast 3G as Chromium’s tools define it. */
async function slowLine(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
}

/** The size of letters that the browser is set to. */
async function largeLetters(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

const instagram = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 390.0'

export const conditions: readonly Condition[] = [
  { name: 'over plain http', prepare: (page) => page.addInitScript(plainHttp) },
  {
    name: 'without a clipboard and without IndexedDB',
    prepare: (page) => page.addInitScript(lockedDown),
    copiesByHand: true,
    reports: true,
  },
  { name: 'with storage disabled', prepare: (page) => page.addInitScript(noStorage), reports: true },
  { name: 'with a full storage', prepare: (page) => page.addInitScript(fullStorage), reports: true },
  { name: 'with an autofill that fires no event', prepare: (page) => page.addInitScript(silentAutofill) },
  { name: 'on a slow line', prepare: slowLine },
  { name: 'on a translated page', onPage: translate },
  { name: 'in the browser of another app', use: { userAgent: instagram } },
  { name: 'at 400 % zoom', use: { viewport: { width: 320, height: 256 } } },
  { name: 'in forced colours', use: { forcedColors: 'active' } },
  {
    name: 'with reduced motion, more contrast and a dark theme',
    use: { reducedMotion: 'reduce', contrast: 'more', colorScheme: 'dark' },
  },
  { name: 'with letters twice as large', prepare: largeLetters },
]
