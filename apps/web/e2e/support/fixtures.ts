import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

interface Options {
  page: Page
  /** Whether calls may fail, which a browser says in its console. Off. */
  callsFail: boolean
}

/** A page that fails its test when anything goes wrong in its console: an error, a refused script, a hydration mismatch. */
export const test = base.extend<Options>({
  callsFail: [false, { option: true }],
  page: async ({ page, callsFail }, use) => {
    // each test comes from an address of its own, as people do: many joins from one are looked at
    const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `10.${a}.${b}.${c}` })
    const faults: string[] = []
    page.on('pageerror', ({ message }) => {
      // the browser's own transition between two documents, one of which was left at once or is the app's
      if (!/^Transition was (skipped|aborted)/.test(message)) faults.push(message)
    })
    page.on('console', (message) => {
      // Playwright itself runs a script in every frame; the catcher's sandboxed one refuses it, as it should
      if (message.text().includes("Blocked script execution in 'about:srcdoc'")) return
      if (!callsFail && (message.type() === 'error' || message.type() === 'warning')) faults.push(message.text())
    })
    await use(page)
    expect(faults).toEqual([])
  },
})

/** Waits until the app has taken over the page's forms. A document's script is there once the page has loaded. */
export const waitForScripts = (page: Page) =>
  page.waitForFunction(() => {
    if (document.querySelector('script[src*="entry-page"]')) return true
    // questions to an agent are plain HTML
    const form = document.querySelector('main form:not([data-ask] form)')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })

/** The page's scripts do not come until what this answers is called; go to the page until `commit` only. */
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

/** axe with every WCAG 2.2 AA rule finds nothing. */
export async function expectAccessible(page: Page) {
  // a button that has just become usable has half its colour for a moment
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    // in the page itself: the other way opens a second page for each run, for frames of other origins, which we do not have
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([])
}

/** For tests that are the same at every width: the narrow screen leaves them out. */
export const anyWidth = { tag: '@any-width' }

/** Returns an address that is unique in this run. */
export const someone = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.com`

export { expect }
