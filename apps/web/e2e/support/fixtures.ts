import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

interface Options {
  page: Page
  /** Whether calls may fail, which the console reports. Default: false. */
  callsFail: boolean
  /** Whether the test breaks the page's scripts. Default: false. */
  scriptsFail: boolean
}

/** Pages that end their session: a call under way may be refused, which only the console shows. */
export const signingOut = new WeakSet<Page>()

/** Fails the test if the console reports a problem: an error, a blocked script, a hydration mismatch. */
export const test = base.extend<Options>({
  callsFail: [false, { option: true }],
  scriptsFail: [false, { option: true }],
  page: async ({ page, callsFail, scriptsFail }, use) => {
    // each test has its own client address, because many joins from one address are flagged
    const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `10.${a}.${b}.${c}` })
    const faults: string[] = []
    page.on('pageerror', ({ message }) => {
      // the browser's view transition between two documents, one of which was left at once or is the app
      if (!/^Transition was (skipped|aborted)/.test(message)) faults.push(message)
    })
    page.on('console', (message) => {
      // Playwright runs a script in every frame; the mail catcher's sandboxed frame blocks it, as it should
      if (message.text().includes("Blocked script execution in 'about:srcdoc'")) return
      if (signingOut.has(page) && message.text().includes('status of 401')) return
      if (!callsFail && (message.type() === 'error' || message.type() === 'warning')) faults.push(message.text())
    })
    await use(page)
    if (!scriptsFail) expect(faults).toEqual([])
  },
})

/** Waits until the app has hydrated the page's forms. A document's script has run once the page has loaded. */
export const waitForScripts = (page: Page) =>
  page.waitForFunction(() => {
    // a document whose form needs its script has a notice until that has run
    if (document.querySelector('script[src*="entry-page"]')) return document.querySelector('[data-late-scripts]') === null
    // questions to an agent are plain HTML
    const form = document.querySelector('main form:not([data-ask] form)')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })

/** Delays the page's scripts until the returned function is called; navigate with `waitUntil: 'commit'`. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

export async function openScripted(page: Page, path: string) {
  await page.goto(path)
  await waitForScripts(page)
}

const conformance = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects axe to find no violation of WCAG 2.2 AA. */
export const expectAccessible = (page: Page) => expectNoViolation(page, (axe) => axe.withTags(conformance))

/** For another colour scheme of a page that `expectAccessible` has examined: only contrast depends on it. */
export const expectContrast = (page: Page) => expectNoViolation(page, (axe) => axe.withRules('color-contrast'))

/**
 * Waits until fonts are there and no link or button has moved for two frames, at most five seconds. Axe reads places and sizes one after
 * another: what moves meanwhile seems to cover its neighbour.
 */
const waitForLayout = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const places = () =>
      [...document.querySelectorAll('a, button, input, textarea')]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height].join()
        })
        .join(';')
    const end = Date.now() + 5_000
    for (let before = '', resting = 0; resting < 2 && Date.now() < end; ) {
      await frame()
      const now = places()
      resting = now === before ? resting + 1 : 0
      before = now
    }
  })

async function expectNoViolation(page: Page, choose: (axe: AxeBuilder) => AxeBuilder) {
  // a button that was just enabled has only half its colour during the transition, and a link that fades in only half its contrast
  await page.evaluate(async () => {
    const ends = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    const changes = document.getAnimations().filter(ends)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
  await waitForLayout(page)
  // runs in the page; the other mode opens a second page per run, for cross-origin frames, which we do not have
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await choose(axe).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([])
}

/** For tests that do not depend on the width: the phone project skips them. */
export const anyWidth = { tag: '@any-width' }

/** Returns an address that is unique in this run. */
export const uniqueEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.com`

export { expect }
