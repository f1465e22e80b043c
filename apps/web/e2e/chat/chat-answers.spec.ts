import type { Page } from '@playwright/test'
import { ask, bubbles, expectAnswered, field, lastParagraph, write } from '../support/chat-journey.ts'
import { expect, expectAccessible, holdScripts } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { ada, english } from '../words/chat-words.ts'

// all tests share one server
test.describe.configure({ mode: 'default' })
test.use({ callsFail: true })

test('the notices of a stand-in reply, of used-up tokens and of a conversation deleted elsewhere pass axe', async ({
  page,
  context,
  served,
}) => {
  const { id } = await openConversation({ page, context, served })
  await ask(page, english, ada, `${english.questions[0]} [quota]`)
  await expect(page.getByText(english.standIn)).toBeVisible()
  await expectAccessible(page)
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  await served.db.insertInto('billing_usage').values({ user_id: id, month, tokens: 10_000 }).execute()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'This month’s tokens are used up' })).toBeVisible()
  await expectAccessible(page)
  await served.db.updateTable('chat_conversation').set({ removed_at: new Date() }).where('user_id', '=', id).execute()
  await expect(page.getByText('This conversation no longer exists and cannot continue.')).toBeVisible()
  await expectAccessible(page)
})

/** Turns the wheel, and waits until the page has handled it, which takes a busy browser a while. */
async function turnWheel(page: Page, by: number) {
  const turned = await page.evaluateHandle(() => ({
    wheel: new Promise<void>((done) =>
      addEventListener('wheel', () => requestAnimationFrame(() => done()), { once: true, passive: true }),
    ),
  }))
  await page.mouse.wheel(0, by)
  await turned.evaluate(({ wheel }) => wheel)
}

test('the list follows a growing reply at its end, and keeps the scroll position after the slightest scroll up', async ({
  page,
  context,
  served,
}) => {
  await openConversation({ page, context, served })
  const much = (word: string) => ` ${'More of the same. '.repeat(140)} ${word}.`
  const { answer, release } = inParts('Well.', much('One'), much('Two'), much('Three'), much('Four'), ' The end.')
  served.model.queue.push(answer)
  await ask(page, english, ada, 'Go on')
  const list = page.getByRole('region', { name: 'Messages' })
  // nothing to scroll up to yet
  await list.hover()
  await expect(lastParagraph(page)).toHaveText('Well.')
  await turnWheel(page, -30)
  release()
  const newer = page.getByRole('button', { name: 'Newer messages' })
  const place = () => list.evaluate(({ scrollTop }) => scrollTop)
  const below = () => list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)
  await expect(lastParagraph(page)).toContainText('One.')
  await expect.poll(below).toBeLessThan(40)
  // while the reply grows
  release()
  await turnWheel(page, -30)
  await expect(lastParagraph(page)).toContainText('Two.')
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

  // growth by less than a pixel scrolls nothing; then the keyboard or a screen reader moves to an earlier message
  const grow = (by: string) =>
    bubbles(page)
      .last()
      .evaluate((bubble, margin) => {
        bubble.style.marginBottom = margin
        return new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted())))
      }, by)
  await grow('0.4px')
  await list.evaluate((region) => region.scrollTo(0, 0))
  await expect(newer).toBeVisible()
  await grow('30px')
  expect(await place()).toBe(0)

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
  // the beginning reply may still move it
  await expect(async () => {
    const before = await copy.boundingBox()
    await copy.hover()
    expect(await copy.boundingBox()).toEqual(before)
  }).toPass()
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
