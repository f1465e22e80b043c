import type { Page } from '@playwright/test'
import {
  ask,
  bubbles,
  expectAnswered,
  field,
  lastParagraph,
  openHistory,
  signIn,
  signOut,
  write,
} from '../support/chat-journey.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { openRelay } from '../support/relay.ts'
import { ada, english } from '../words/chat-words.ts'

// all tests share one server
test.describe.configure({ mode: 'default' })
test.use({ callsFail: true })

test('a reply continues after its tab is closed, and is complete when the conversation is opened again', async ({
  page,
  context,
  served,
}) => {
  await openConversation({ page, context, served })
  const { answer, whole, release } = inParts('The Engine weaves', ' algebraic patterns,', ' as the loom weaves leaves.')
  served.model.queue.push(answer)
  await ask(page, english, ada, 'What does it do?')
  await expect(lastParagraph(page)).toHaveText('The Engine weaves')
  const url = page.url()
  await page.close()
  release()
  const again = await context.newPage()
  await again.goto(url)
  await expect(lastParagraph(again)).toHaveText('The Engine weaves algebraic patterns,')
  release()
  await expectAnswered(again, english)
  await expect(lastParagraph(again)).toHaveText(whole)
  await expect(bubbles(again)).toHaveCount(2)
})

test('a reply resumes after a network outage without losing or repeating text, and a failed message can be sent again', async ({
  page,
  context,
  served,
}) => {
  const relay = await openRelay(served.url)
  await openConversation({ page, context, served })
  const { answer, whole, release } = inParts('One two three', ' four five six', ' seven eight nine', ' ten.')
  served.model.queue.push(answer)
  await page.goto(`${relay.url}${new URL(page.url()).pathname}`)
  // every state of the reply that the page shows
  const seen: string[] = []
  await page.exposeFunction('saw', (text: string) => seen.push(text))
  await page.evaluate(() => {
    const look = () => {
      const text = document.querySelectorAll('[data-testid=bubble]')[1]?.querySelector('p')?.textContent
      if (text) (window as never as { saw: (text: string) => void }).saw(text)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await ask(page, english, ada, 'Can you count?')
  await expect(lastParagraph(page)).toHaveText('One two three')
  relay.cut()
  await context.setOffline(true)
  const down = page.getByText('The connection was lost. The answer continues when it is back.')
  await expect(down).toBeVisible()
  release()
  release()
  relay.restore()
  await context.setOffline(false)
  await expect(lastParagraph(page)).toHaveText('One two three four five six seven eight nine')
  await expect(down).toBeHidden()
  release()
  await expectAnswered(page, english)
  await expect(lastParagraph(page)).toHaveText(whole)
  expect(seen.filter((text) => !whole.startsWith(text.trim()))).toEqual([])

  // a message sent while offline is kept, and can be sent again later
  relay.cut()
  await write(page, english, ada, 'And after ten?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'may not have been sent' })).toBeVisible()
  await expect(page.getByText('Error sending message')).toBeVisible()
  await expectAccessible(page)
  relay.restore()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Error sending message')).toBeHidden()
  await expect(lastParagraph(page)).toContainText('You asked: And after ten?')
  await expectAnswered(page, english)
  await expect(bubbles(page)).toHaveCount(4)
  await relay.close()
})

test('when two tabs send at the same time, one waits, nothing is stored twice, and both show the same messages', async ({
  page,
  context,
  served,
}) => {
  await openConversation({ page, context, served })
  const tab = await context.newPage()
  await tab.goto(page.url())
  const { answer, release } = inParts('First things', ' first.')
  served.model.queue.push(answer)
  // the new tab first: its scripts may still load, and would append the other tab’s draft to early text
  await write(tab, english, ada, 'Asked in the other')
  await write(page, english, ada, 'Asked in one tab')
  // neither receives the other’s message before both have sent
  const bothSent = Promise.withResolvers<void>()
  for (const one of [page, tab])
    await one.route(/chat\.send/, async (route) => {
      await bothSent.promise
      await route.continue()
    })
  const sends = [page, tab].map((one) => one.waitForRequest(/chat\.send/))
  await Promise.all([page.keyboard.press('Enter'), tab.keyboard.press('Enter'), ...sends])
  bothSent.resolve()
  const alertOf = (one: Page) => one.getByRole('alert').filter({ hasText: 'An answer is still being written.' })
  // a tab in the background may not measure its list, and then renders no message
  const alertsOf = async (one: Page) => {
    await one.bringToFront()
    return alertOf(one).count()
  }
  await expect.poll(async () => (await alertsOf(page)) + (await alertsOf(tab))).toBe(1)
  const later = (await alertsOf(page)) === 1 ? page : tab
  await later.bringToFront()
  await expect(bubbles(later)).toHaveCount(3)
  release()
  // once the other reply is complete
  await later.getByRole('button', { name: 'Send again' }).click()
  await expect(lastParagraph(later)).toContainText(
    later === page ? 'You asked: Asked in one tab' : 'You asked: Asked in the other',
  )
  for (const one of [page, tab]) {
    await expectAnswered(one, english)
    await expect(bubbles(one)).toHaveCount(4)
    await expect(bubbles(one).filter({ hasText: /^You: Asked in one tab/ })).toHaveCount(1)
    await expect(bubbles(one).filter({ hasText: /^You: Asked in the other/ })).toHaveCount(1)
  }
  expect(await bubbles(tab).allTextContents()).toEqual(await bubbles(page).allTextContents())
})

test('after a sign-out in another tab or a lost session, the page leads to the sign-in and keeps the unsent text', async ({
  page,
  context,
  served,
}) => {
  const { email } = await openConversation({ page, context, served })
  const url = page.url()
  await write(page, english, ada, 'Half a thought')
  const tab = await context.newPage()
  await tab.goto('/marketplace')
  // its scripts run once the list follows the search
  await tab.getByRole('searchbox', { name: english.search }).fill(ada)
  await expect(tab.getByRole('main').getByRole('article')).toHaveCount(1)
  await signOut(tab, english)
  await expect(page).toHaveURL(/\/auth\?mode=sign-in&next=%2Fchat%2F/)
  // later users of this browser find no drafts
  expect(await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('duo.kept')))).toEqual([])
  await signIn(page, english, email)
  await expect(page).toHaveURL(url)
  await expect(field(page, english, ada)).toHaveValue('Half a thought')

  // the page focuses the field once its scripts run
  await expect(field(page, english, ada)).toBeFocused()
  // the next poll would lead to the sign-in
  await context.clearCookies({ name: 'duo.session_token' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, english, email)
  await expect(page).toHaveURL(url)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(lastParagraph(page)).toContainText('You asked: Half a thought')
  await expectAnswered(page, english)
  await expect(bubbles(page)).toHaveCount(2)
})

test('a conversation deleted in another tab during a reply is reported as gone, and continues once it is restored', async ({
  page,
  context,
  served,
}) => {
  // slow: checks every step in two tabs
  test.setTimeout(60_000)
  await openConversation({ page, context, served })
  served.model.queue.push(inParts('It weaves', ' patterns.').answer)
  await ask(page, english, ada, 'What does it do?')
  await expect(lastParagraph(page)).toHaveText('It weaves')
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(lastParagraph(tab)).toHaveText('It weaves')
  const history = await openHistory(tab, english)
  await history.getByRole('button', { name: english.remove }).click()
  const gone = page.getByText('This conversation no longer exists and cannot continue.')
  await expect(gone).toBeVisible()
  await expect(page.getByText('The connection was lost.')).toBeHidden()
  await expect(lastParagraph(page)).toHaveText('It weaves')
  await expectAccessible(page)
  await history.getByRole('button', { name: english.undo }).click()
  await expect(history.getByRole('button', { name: english.remove })).toBeVisible()
  await expect(tab.getByText(english.stopped)).toBeVisible()
  await tab.getByRole('button', { name: english.retry }).click()
  // the first tab is notified
  await expect(gone).toBeHidden()
  for (const one of [page, tab]) {
    await expect(lastParagraph(one)).toContainText('You asked: What does it do?')
    await expectAnswered(one, english)
    await expect(bubbles(one)).toHaveCount(2)
  }
})

test('when another device ends the session during a reply, reconnecting leads to the sign-in and back to the complete reply', async ({
  page,
  context,
  served,
}) => {
  const relay = await openRelay(served.url)
  const { id, email } = await openConversation({ page, context, served })
  await page.goto(`${relay.url}${new URL(page.url()).pathname}`)
  const url = page.url()
  const { answer, whole, release } = inParts('It weaves', ' patterns.')
  served.model.queue.push(answer)
  await ask(page, english, ada, 'What does it do?')
  await expect(lastParagraph(page)).toHaveText('It weaves')
  await field(page, english, ada).fill('Half a thought')
  relay.cut()
  await served.db.deleteFrom('auth_session').where('user_id', '=', id).execute()
  relay.restore()
  await expect(page).toHaveURL(/\/auth\?mode=sign-in&next=%2Fchat%2F/)
  release()
  await signIn(page, english, email)
  await expect(page).toHaveURL(url)
  await expect(lastParagraph(page)).toHaveText(whole)
  await expect(field(page, english, ada)).toHaveValue('Half a thought')
  await relay.close()
})
