import type { Db } from '@duo/db/index.ts'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { anyWidth, expect } from '../support/fixtures.ts'
import { openConversation, test } from '../support/model.ts'

/** Adds 120 messages to the open conversation. */
async function insertMessages(page: Page, served: { db: Db }) {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await sql`
    insert into chat_message (id, conversation_id, seq, role, status, origin, client_id, content)
    select gen_random_uuid(), ${id}::uuid, n, case when n % 2 = 1 then 'user' else 'assistant' end, 'done',
      case when n % 2 = 0 then 'offline' end, case when n % 2 = 1 then gen_random_uuid() end, 'This is **message ' || n || '**.'
    from generate_series(1, 120) as n`.execute(served.db)
  await sql`update chat_conversation set last_seq = 120 where id = ${id}::uuid`.execute(served.db)
}

const script = /<script\b[\s\S]*?<\/script>/g

test(
  'the server-rendered HTML contains the newest messages of a conversation, for its owner only',
  anyWidth,
  async ({ page, context, browser, served }) => {
    await openConversation({ page, context, served })
    await insertMessages(page, served)

    const answer = await context.request.get(page.url())
    expect(answer.headers()['cache-control']).toBe('no-store')
    const shown = (await answer.text()).replaceAll(script, '')
    expect(shown).toContain('<strong>message 120</strong>')
    expect(shown).not.toContain('<strong>message 20</strong>')

    const otherUser = await browser.newContext()
    const refused = await otherUser.request.get(page.url())
    expect(await refused.text()).not.toContain('message 120')
    await otherUser.close()

    await page.reload()
    const newest = page.getByText('message 120')
    await expect(newest).toBeInViewport()
    await expect(page.getByRole('region').getByRole('time')).not.toHaveCount(0)
    await expect(newest).toBeInViewport()
  },
)

test('a printed conversation is one text without the controls; its keys also load the earlier messages', async ({
  page,
  context,
  served,
  isMobile,
}) => {
  test.skip(isMobile, 'paper has one width')
  await openConversation({ page, context, served })
  await insertMessages(page, served)
  await page.reload()
  await expect(page.getByText('message 120')).toBeInViewport()
  await expect(page.getByRole('region').getByRole('time')).not.toHaveCount(0)
  const printed = page.locator('.printed-messages')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const numbers = (await printed.innerText()).match(/message \d+/g) ?? []
  expect(numbers.length).toBeGreaterThanOrEqual(40)
  expect(numbers.at(-1)).toBe('message 120')
  await expect(printed.getByText('Earlier messages are not on this page.')).toBeVisible()
  await expect(printed.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1.5 * 720)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect(printed).toHaveCount(0)
  await expect(page.getByText('message 120')).toBeInViewport()

  // the keys for printing wait for the earlier messages
  await page.evaluate(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'))
  })
  await page.keyboard.press('Control+p')
  await page.emulateMedia({ media: 'print' })
  await expect(printed.getByText('message 2', { exact: true })).toBeVisible()
  expect((await printed.innerText()).match(/message \d+/g)).toHaveLength(120)
  await expect(printed.getByText('Earlier messages are not on this page.')).toHaveCount(0)
})
