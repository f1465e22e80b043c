import type { Locator, Page } from '@playwright/test'
import { ask, bubbles, edit, expectAnswered, lastParagraph, versions, write } from '../support/chat-journey.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { ada, english, portuguese, type Words } from '../words/chat-words.ts'

// all tests share one server; each sets its own page width
test.describe.configure({ mode: 'default' })

/** Sends a question; the reply may be complete at once. */
async function submit(page: Page, words: Words, question: string) {
  await write(page, words, ada, question)
  await page.keyboard.press('Enter')
}

/** Hovers before the click, because the list must first settle after scrolling. */
async function press(button: Locator) {
  await button.hover()
  await button.click()
}

test('switching from a long version to a short one hides the button for newer messages', async ({ page, context, served }) => {
  const words = english
  await page.setViewportSize({ width: 1280, height: 720 })
  await openConversation({ page, context, served }, words)
  const answer = (...pieces: string[]) => served.model.queue.push({ kind: 'text', pieces })
  answer('Short.')
  await submit(page, words, 'First?')
  await expect(lastParagraph(page)).toHaveText('Short.')
  await expectAnswered(page, words)
  answer(...Array.from({ length: 12 }, (_, line) => `Line ${line}.\n\n`))
  await edit(page, words, ada, 'Longer?')
  await expect(bubbles(page).last()).toContainText('Line 11.')
  await expectAnswered(page, words)
  await press(versions(page, words).getByRole('button', { name: words.previous }))
  await expect(lastParagraph(page)).toHaveText('Short.')
  await expect(page.getByRole('button', { name: words.newer })).toBeHidden()
})

for (const [words, width] of [
  [english, 1280],
  [portuguese, 360],
] as const) {
  test(`a user switches between three versions of a question with the keyboard (${words.tag}, ${width} px)`, async ({
    page,
    context,
    served: { model, ...served },
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await openConversation({ page, context, served }, words)
    const say = async (text: string, send: () => Promise<void>) => {
      model.queue.push({ kind: 'text', pieces: [text] })
      await send()
      await expect(lastParagraph(page)).toHaveText(text)
      await expectAnswered(page, words)
    }
    await say('One.', () => submit(page, words, 'First?'))
    await say('More.', () => submit(page, words, 'And then?'))
    await say('Two.', () => edit(page, words, ada, 'Second?'))
    await say('Three.', () => edit(page, words, ada, 'Third?'))
    const group = versions(page, words)
    const [previous, next] = [
      group.getByRole('button', { name: words.previous }),
      group.getByRole('button', { name: words.next }),
    ]
    await expect(group).toHaveText(words.version(3, 3))
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    for (const way of [previous, next]) {
      const { width = 0, height = 0 } = (await way.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    }
    await expectAccessible(page)

    await previous.focus()
    await page.keyboard.press('Enter')
    await expect(group).toHaveText(words.version(2, 3))
    await page.keyboard.press('Enter')
    await expect(group).toHaveText(words.version(1, 3))
    await expect(previous).toBeFocused()
    await expect(bubbles(page)).toContainText(['First?', 'One.', 'And then?', 'More.'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    // a new message continues the selected version
    await say('Still more.', () => submit(page, words, 'And now?'))
    expect(
      model.calls
        .at(-1)
        ?.request.messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['First?', 'One.', 'And then?', 'More.', 'And now?'])
    await press(next)
    await expect(bubbles(page)).toHaveCount(2)
    await expect(bubbles(page)).toContainText(['Second?', 'Two.'])
    await page.reload()
    await expect(group).toHaveText(words.version(2, 3))
    await press(previous)
    await expect(group).toHaveText(words.version(1, 3))
    // a phone renders only the messages in view
    await expect(bubbles(page).first()).toContainText('First?')
    await expect(bubbles(page).nth(2)).toContainText('And then?')
  })
}

test('versions cannot be switched while another device receives a reply; a device that missed a switch is updated', async ({
  page,
  context,
  browser,
  served: { model, ...served },
}) => {
  const words = english
  await openConversation({ page, context, served }, words)
  model.queue.push({ kind: 'text', pieces: ['One.'] }, { kind: 'text', pieces: ['Two.'] })
  await submit(page, words, 'First?')
  await expect(lastParagraph(page)).toHaveText('One.')
  await expectAnswered(page, words)
  await edit(page, words, ada, 'Second?')
  await expect(lastParagraph(page)).toHaveText('Two.')
  await expectAnswered(page, words)

  // another device: the same session, but no channel between the pages
  const device = await browser.newContext({ storageState: await context.storageState() })
  const otherPage = await device.newPage()
  await otherPage.goto(page.url())
  const { answer, release } = inParts('It weaves', ' on.')
  model.queue.push(answer)
  await ask(otherPage, words, ada, 'Go on?')
  const previous = versions(page, words).getByRole('button', { name: words.previous })
  // the page may know of the other device's reply by now, and has then disabled the button, for which a click would wait
  await previous.focus()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('button', { name: words.stop }))
      .first(),
  ).toBeVisible()
  await expect(versions(page, words)).toHaveText(words.version(2, 2))
  release()
  await expectAnswered(page, words)
  await expectAnswered(otherPage, words)

  await press(previous)
  await expect(versions(page, words)).toHaveText(words.version(1, 2))
  await expect(bubbles(otherPage)).toHaveCount(4)
  const calls = model.calls.length
  await write(otherPage, words, ada, 'And here?')
  await otherPage.keyboard.press('Enter')
  await expect(otherPage.getByRole('alert')).toContainText(words.moved)
  await expect(versions(otherPage, words)).toHaveText(words.version(1, 2))
  expect(model.calls).toHaveLength(calls)
  await device.close()
})
