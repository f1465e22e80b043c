import { ask, bubbles, expectAnswered, field, lastParagraph, signIn, signOut, write } from '../support/chat-journey.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { openRelay } from '../support/relay.ts'
import { ada, english } from '../words/chat-words.ts'

// all tests share one server
test.describe.configure({ mode: 'default' })
test.use({ callsFail: true })

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
  // the question is in the page: in-app browsers answer native ones themselves
  await tab.getByRole('button', { name: english.menu }).click()
  await tab.getByRole('button', { name: english.signOut }).click()
  const question = tab.getByRole('alertdialog', { name: english.signOut })
  await expect(question).toContainText('You have text that was not sent.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(tab)
  await tab.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(tab.getByRole('button', { name: english.menu })).toBeFocused()
  await tab.route('**/api/auth/sign-out', (route) => route.abort(), { times: 1 })
  await tab.getByRole('button', { name: english.menu }).click()
  await tab.getByRole('button', { name: english.signOut }).click()
  await question.getByRole('button', { name: english.signOut }).click()
  await expect(question).toContainText('You are still signed in here')
  await question.getByRole('button', { name: 'Cancel' }).click()
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
