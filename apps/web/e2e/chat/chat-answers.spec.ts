import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ask, bubbles, expectAnswered, field, lastParagraph, write } from '../support/chat-journey.ts'
import { expect, expectAccessible, holdScripts } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { ada, english, languages } from '../words/chat-words.ts'

// all tests share one server
test.describe.configure({ mode: 'default' })
test.use({ callsFail: true })

const seed = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../db/seeds/agents/ada-lovelace.json'), 'utf8'),
) as Record<string, { lines: string[] }>

for (const words of languages) {
  const { quota, empty, lines, left } = words.faults
  test(`when the model has no credit, replies nothing or fails, a free, labelled stand-in reply can be retried (${words.tag})`, async ({
    page,
    context,
    served,
  }) => {
    await openConversation({ page, context, served }, words)
    const usage = page.getByText(left)
    const retry = page.getByRole('button', { name: words.retry })
    const label = page.getByText(words.faults.standIn)
    const questions = [
      ['quota', quota],
      ['empty', empty],
      ['broken', seed[lines]?.lines],
    ] as const
    for (const [index, [fault, text]] of questions.entries()) {
      await write(page, words, ada, `${words.questions[0]} [${fault}]`)
      await page.keyboard.press('Enter')
      await expect(label).toHaveCount(index + 1)
      expect([text].flat()).toContain(await lastParagraph(page).innerText())
      await expect(usage).toBeVisible()
      await expect(retry).toHaveCount(1)
    }
    if (words === english) await expectAccessible(page)
    served.model.queue.push({ kind: 'text', pieces: ['It ', 'weaves.'], first: 500 })
    await retry.click()
    await expect(lastParagraph(page)).toHaveText('It weaves.')
    await expect(label).toHaveCount(2)
    await expect(usage).toBeHidden()
  })
}

test('scripts, images and unsafe links in a reply are shown as text', async ({ page, context, served }) => {
  await openConversation({ page, context, served })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).host))
  const text =
    'Look: <script>document.title = "taken"</script> <img src="https://evil.example/x.png" onerror="document.title = 1"> ' +
    '![a cat](https://evil.example/cat.png) [press me](javascript:document.title=2) [a site](https://example.com/notes)'
  served.model.queue.push({ kind: 'text', pieces: text.split(/(?<= )/), first: 500 })
  await ask(page, english, ada, 'Show me')
  await expectAnswered(page, english)
  const bubble = bubbles(page).last()
  await expect(bubble).toContainText('<script>document.title = "taken"</script>')
  await expect(bubble).toContainText('[a cat]')
  await expect(bubble.locator('img, script, [onerror]')).toHaveCount(0)
  await bubble.getByText('press me').click()
  await expect(bubble.getByRole('link')).toHaveCount(1)
  const link = bubble.getByRole('link', { name: 'a site' })
  await expect(link).toHaveAttribute('rel', /noopener.*noreferrer.*nofollow/)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(page).toHaveTitle(/^Conversation with Ada Lovelace/)
  expect(requests.filter((host) => host !== new URL(served.url).host)).toEqual([])
})

test('shows the remaining tokens and the renewal date, and rejects messages when no tokens are left', async ({
  page,
  context,
  served,
}) => {
  const { id } = await openConversation({ page, context, served })
  const now = new Date()
  const month = `${now.toISOString().slice(0, 7)}-01`
  const renewal = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const use = (tokens: number) =>
    served.db
      .insertInto('billing_usage')
      .values({ user_id: id, month, tokens })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ tokens }))
      .execute()
  await use(9_400)
  await page.reload()
  await expect(page.getByText('600 of 10,000 tokens left this month')).toBeVisible()
  await expect(page.getByText(`They renew on ${renewal}.`)).toBeVisible()
  served.model.queue.push({ kind: 'text', pieces: ['It weaves.'], first: 2_000, tokens: 598 })
  // eight characters are two tokens
  await ask(page, english, ada, 'Does it?')
  await page.getByRole('button', { name: 'Details' }).last().click()
  await expect(page.getByText('600 tokens')).toBeVisible()
  await expect(page.getByText('0 of 10,000 tokens left this month')).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'This month’s tokens are used up' })
  await expect(notice).toContainText(`They renew on ${renewal}.`)
  await expectAccessible(page)
  // no tokens are left: the server rejects the message, which stays visible
  const calls = served.model.calls.length
  const refused = page.getByRole('alert').filter({ hasText: 'Not sent: this month’s tokens are used up.' })
  await write(page, english, ada, 'And now?')
  await page.keyboard.press('Enter')
  await expect(refused).toBeVisible()
  await expect(page.getByText('And now?', { exact: true })).toBeVisible()
  expect(served.model.calls).toHaveLength(calls)

  // tokens were used elsewhere, which this page does not know yet
  await use(0)
  await page.reload()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Back to the field' }).click()
  await expect(field(page, english, ada)).toHaveValue('And now?')
  await use(10_000)
  await field(page, english, ada).press('Enter')
  await expect(refused).toBeVisible()
  await expect(notice).toBeVisible()
  expect(served.model.calls).toHaveLength(calls)
})

test('the list follows a growing reply at its end, and keeps the scroll position after the slightest scroll up', async ({
  page,
  context,
  served,
}) => {
  await openConversation({ page, context, served })
  const much = (word: string) => ` ${'More of the same. '.repeat(240)} ${word}.`
  const { answer, release } = inParts('Well.', much('One'), much('Two'), much('Three'), much('Four'), ' The end.')
  served.model.queue.push(answer)
  await ask(page, english, ada, 'Go on')
  const list = page.getByRole('region', { name: 'Messages' })
  // nothing to scroll up to yet
  await list.hover()
  await expect(lastParagraph(page)).toHaveText('Well.')
  await page.mouse.wheel(0, -30)
  release()
  const newer = page.getByRole('button', { name: 'Newer messages' })
  const place = () => list.evaluate(({ scrollTop }) => scrollTop)
  const below = () => list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)
  await expect(lastParagraph(page)).toContainText('One.')
  await expect.poll(below).toBeLessThan(40)
  // while the reply grows
  release()
  await page.mouse.wheel(0, -30)
  await expect(lastParagraph(page)).toContainText('Two.')
  // a busy browser handles the wheel late, and then shows the button only when the reply has grown further
  release()
  await expect(lastParagraph(page)).toContainText('Three.')
  await expect(newer).toBeVisible()
  const read = await place()
  release()
  await expect(lastParagraph(page)).toContainText('Four.')
  expect(await place()).toBe(read)
  await newer.click()
  await expect(newer).toBeHidden()
  release()
  await expectAnswered(page, english)
  await expect.poll(below).toBeLessThan(40)

  // after leaving and coming back, the reply is complete
  await page.getByRole('link', { name: english.back }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(lastParagraph(page)).toContainText(/The end\.$/)
})

test('a button stays under the pointer while a growing reply would scroll it away', async ({ page, context, served }) => {
  await openConversation({ page, context, served })
  const { answer, release } = inParts('Well.', `\n\n${'More.\n\n'.repeat(30)}One.`, '\n\nThe end.')
  served.model.queue.push(answer)
  await ask(page, english, ada, 'Go on')
  await expect(lastParagraph(page)).toHaveText('Well.')
  const copy = page.getByRole('button', { name: 'Copy' }).first()
  await copy.hover()
  await page.mouse.down()
  release()
  await expect(bubbles(page).last()).toContainText('One.')
  await page.mouse.up()
  // the list follows again, so that the button with its "Copied" is soon out of view
  await context.grantPermissions(['clipboard-read'])
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Go on')
  release()
  await expectAnswered(page, english)
  const list = page.getByRole('region', { name: 'Messages' })
  await expect
    .poll(() => list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight))
    .toBeLessThan(40)
})

/** Reloads the page without its scripts until the returned function is called. */
async function reloadWithoutScripts(page: Page) {
  const releaseScripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  return releaseScripts
}

test('before the page’s scripts load, the account menu opens and the starters are disabled', async ({
  page,
  context,
  served,
}) => {
  await openConversation({ page, context, served })
  const releaseScripts = await reloadWithoutScripts(page)
  const starter = page.getByRole('list', { name: english.starters }).getByRole('button').first()
  await expect(starter).toBeDisabled()
  // the browser opens the menu without a script
  await page.getByRole('button', { name: english.menu }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  releaseScripts()
  await starter.click()
  await expectAnswered(page, english)
  await expect(bubbles(page)).toHaveCount(2)

  // on a page that is the same for everyone, a script fills in the user of the menu and keeps the focus
  await page.goto('/marketplace')
  const releaseScriptsAgain = await reloadWithoutScripts(page)
  await page.getByRole('banner').getByRole('button', { name: 'Your account' }).focus()
  releaseScriptsAgain()
  await expect(page.getByRole('button', { name: english.menu })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: english.signOut })).toBeVisible()
})

test('text typed before the page’s scripts load is appended to the stored draft', async ({ page, context, served }) => {
  await openConversation({ page, context, served })
  await write(page, english, ada, 'Kept before.')
  const releaseScripts = await reloadWithoutScripts(page)
  await field(page, english, ada).fill('Written early.')
  releaseScripts()
  await expect(field(page, english, ada)).toHaveValue('Kept before.\nWritten early.')
  await expect(page.getByRole('button', { name: english.send })).toBeEnabled()
})
