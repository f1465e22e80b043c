import { answered, ask, field, said } from './chat-journey.ts'
import { ada, languages } from './chat-words.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { inParts, openConversation, test } from './model.ts'

// one server for all of them; how a phone is held, each test says itself
test.describe.configure({ mode: 'default' })
test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } })

const sideways = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
]

for (const words of languages) {
  test(`a phone is laid on its side and held up again: there is room to read, and the end stays in sight (${words.tag})`, async ({
    page,
    context,
    served,
  }) => {
    const { id } = await openConversation({ page, context, served }, words)
    const { answer, goOn } = inParts('It weaves. '.repeat(120), 'The end.')
    served.model.queue.push(answer)
    await ask(page, words, ada, words.questions[0] ?? '')
    goOn()
    await answered(page, words)
    const list = page.getByRole('region', { name: words.messages })
    const below = () => list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)
    const expectAtEnd = async () => {
      await expect.poll(below).toBeLessThan(40)
      await expect(page.getByRole('button', { name: words.newer })).toBeHidden()
    }
    await expect(said(page)).toContainText('The end.')
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
    await expect(said(page)).toContainText('The end.')

    // with the month's tokens used up, too
    await served.db.updateTable('billing_usage').set({ tokens: 10_000 }).where('user_id', '=', id).execute()
    await page.setViewportSize(sideways[0] as (typeof sideways)[number])
    await page.reload()
    await expect(page.getByRole('link', { name: words.plans })).toBeInViewport({ ratio: 1 })
    await expectAtEnd()
    expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(160)
    await expectAccessible(page)
  })
}
