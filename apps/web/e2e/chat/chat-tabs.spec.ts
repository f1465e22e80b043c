import type { BrowserContext, Page } from '@playwright/test'
import { ask, bubbles, field } from '../support/chat-journey.ts'
import { anyWidth, expect, holdScripts } from '../support/fixtures.ts'
import { inParts, openConversation, type Served, test } from '../support/model.ts'
import { ada, english } from '../words/chat-words.ts'

const own = (page: Page) => field(page, english, ada)

async function newTab(context: BrowserContext, address: string) {
  const tab = await context.newPage()
  await tab.goto(address)
  return tab
}

async function startAnother(page: Page, { url }: Served) {
  await page.goto(`${url}/marketplace?start=ada-lovelace`)
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
  await expect(own(page)).toBeVisible()
}

test(
  'two tabs of one conversation keep a draft each, and the next one receives that of a closed tab',
  anyWidth,
  async ({ page, context, served }) => {
    await openConversation({ page, context, served })
    const other = await newTab(context, page.url())
    await own(page).fill('typed in the first tab')
    await own(other).fill('typed in the second tab')
    await page.reload()
    await expect(own(page)).toHaveValue('typed in the first tab')
    await other.reload()
    await expect(own(other)).toHaveValue('typed in the second tab')
    await other.close({ runBeforeUnload: true })
    const third = await newTab(context, page.url())
    await expect(own(third)).toHaveValue('typed in the second tab')
    await expect(own(page)).toHaveValue('typed in the first tab')
    // pressed right before the tab closes
    await own(third).fill('and the last word')
    await third.reload()
    await expect(own(third)).toHaveValue('and the last word')
  },
)

test(
  'a seventh tab works while six others stream, and a tab that is shown again catches up',
  anyWidth,
  async ({ page, context, served }) => {
    await context.addInitScript(() => {
      let visibility = 'visible'
      Object.defineProperty(document, 'visibilityState', { get: () => visibility })
      addEventListener('test-visibility', (event) => {
        visibility = (event as CustomEvent<string>).detail
        document.dispatchEvent(new Event('visibilitychange'))
      })
    })
    const show = (tab: Page, visibility: 'visible' | 'hidden') =>
      tab.evaluate((detail) => dispatchEvent(new CustomEvent('test-visibility', { detail })), visibility)
    await openConversation({ page, context, served })
    const replies = [inParts('It', ' weaves.'), inParts('She', ' calculates.')]
    const tabs: Page[] = []
    for (const reply of replies) {
      served.model.queue.push(reply.answer)
      const first = tabs.length === 0 ? page : await context.newPage()
      if (tabs.length > 0) await startAnother(first, served)
      await ask(first, english, ada, 'What does it do?')
      await expect(bubbles(first)).toHaveCount(2)
      tabs.push(first)
      await show(first, 'hidden')
      for (const _ of [2, 3]) {
        const copy = await newTab(context, first.url())
        await expect(bubbles(copy)).toHaveCount(2)
        tabs.push(copy)
        await show(copy, 'hidden')
      }
    }
    await tabs.at(-1)?.waitForTimeout(2_500) // the time after which a hidden tab lets go
    const seventh = await context.newPage()
    await seventh.goto(page.url(), { timeout: 8_000 })
    await expect(bubbles(seventh)).toHaveCount(2)
    for (const reply of replies) reply.release()
    await expect(bubbles(seventh).last()).toContainText('It weaves.')
    await expect(bubbles(page).last()).not.toContainText('weaves')
    await show(page, 'visible')
    await expect(bubbles(page).last()).toContainText('It weaves.')
  },
)

test('a paste of 5 MB leaves the page alive, with what fits in a message', anyWidth, async ({ page, context, served }) => {
  await openConversation({ page, context, served })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const releaseScripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.evaluate(() => navigator.clipboard.writeText('word '.repeat(1_000_000)))
  // before the scripts, the browser cuts
  await own(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  expect(await own(page).inputValue()).toHaveLength(8_000)
  releaseScripts()
  await expect(own(page)).not.toHaveAttribute('maxlength')
  await own(page).fill('')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByText(/has 5,000,000 characters/)).toBeVisible()
  expect(await own(page).inputValue()).toHaveLength(4_000)
  await page.getByRole('button', { name: 'Copy the rest' }).click()
  await expect(page.getByRole('button', { name: 'The rest is copied' })).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.clipboard.readText()).length)).toBe(4_996_000)
  const stored = await page.evaluate(() => JSON.stringify(localStorage).length)
  expect(stored).toBeLessThan(10_000)
})
