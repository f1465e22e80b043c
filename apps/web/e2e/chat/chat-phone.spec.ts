import { ask, bubbles, expectAnswered, field, lastParagraph, write } from '../support/chat-journey.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { ada, languages } from '../words/chat-words.ts'

// all tests share one server; each sets its own orientation
test.describe.configure({ mode: 'default' })
test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } })

const sideways = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
]

for (const words of languages) {
  test(`a phone shows one bar, all four starters, and bubbles of at most 70 % (${words.tag})`, async ({
    page,
    context,
    served,
  }) => {
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 })
      await openConversation({ page, context, served }, words)
      await expect(page.getByRole('banner')).toBeHidden()
      const starters = page.getByRole('list', { name: words.starters }).getByRole('button')
      await expect(starters).toHaveCount(4)
      for (const starter of await starters.all()) await expect(starter).toBeInViewport({ ratio: 1 })
      const empty = (await field(page, words, ada).boundingBox())?.height ?? 0
      expect(empty).toBeLessThan(50)
      await write(page, words, ada, 'One line,\nanother,\nand a third.')
      await expect.poll(async () => (await field(page, words, ada).boundingBox())?.height ?? 0).toBeGreaterThan(empty + 40)
      served.model.queue.push({ kind: 'text', pieces: ['It weaves. '.repeat(60)] })
      await page.keyboard.press('Enter')
      await expect(lastParagraph(page)).toContainText('It weaves.')
      await expectAnswered(page, words)
      const list = page.getByRole('region', { name: words.messages })
      const room = await list.evaluate((region) => {
        const row = region.querySelector('[data-testid="bubble"]')?.parentElement
        return row?.getBoundingClientRect().width ?? 0
      })
      const share = ((await bubbles(page).last().boundingBox())?.width ?? 0) / room
      expect(share).toBeCloseTo(0.7, 2)
      await expectAccessible(page)
    }
  })

  test(`rotating a phone to landscape and back leaves room to read and keeps the end in view (${words.tag})`, async ({
    page,
    context,
    served,
  }) => {
    const { id } = await openConversation({ page, context, served }, words)
    const { answer, release } = inParts('It weaves. '.repeat(120), 'The end.')
    served.model.queue.push(answer)
    await ask(page, words, ada, words.questions[0] ?? '')
    release()
    await expectAnswered(page, words)
    const list = page.getByRole('region', { name: words.messages })
    const below = () => list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)
    const expectAtEnd = async () => {
      await expect.poll(below).toBeLessThan(40)
      await expect(page.getByRole('button', { name: words.newer })).toBeHidden()
    }
    await expect(lastParagraph(page)).toContainText('The end.')
    await expectAtEnd()
    for (const viewport of sideways) {
      await page.setViewportSize(viewport)
      expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(200)
      await expectAtEnd()
      const main = page.getByRole('main')
      for (const part of [
        main.getByRole('link', { name: words.back }),
        main.getByRole('heading', { name: ada }),
        main.getByRole('paragraph').filter({ hasText: 'Babbage' }),
        main.getByRole('button', { name: words.history }),
        main.getByRole('button', { name: words.siteMenu }),
        field(page, words, ada),
        page.getByRole('button', { name: words.send }),
        page.getByText(words.simulation).filter({ visible: true }),
        page.getByText(words.tokens),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAtEnd()
    await expect(lastParagraph(page)).toContainText('The end.')

    // also with the month's tokens used up
    await served.db.updateTable('billing_usage').set({ tokens: 10_000 }).where('user_id', '=', id).execute()
    await page.setViewportSize(sideways[0] as (typeof sideways)[number])
    await page.reload()
    await expect(page.getByRole('link', { name: words.plans })).toBeInViewport({ ratio: 1 })
    await expectAtEnd()
    expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(160)
    await expectAccessible(page)
  })
}
