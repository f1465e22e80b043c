import { ask, bubbles, expectAnswered } from '../support/chat-journey.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { ada, english, portuguese } from '../words/chat-words.ts'

test.describe.configure({ mode: 'default' })

const texts = {
  en: {
    up: 'Good answer',
    down: 'Not a good answer',
    why: 'What was wrong? (optional)',
    send: 'Send',
    thanks: 'Thank you. It is noted.',
    share: 'Share or download',
    markdown: 'As Markdown',
    make: 'Create link',
    link: 'Link',
    end: 'Turn off the link',
    ended: 'This link no longer works',
  },
  pt: {
    up: 'Boa resposta',
    down: 'Resposta ruim',
    why: 'O que faltou ou estava errado? (opcional)',
    send: 'Enviar',
    thanks: 'Obrigado. Está anotado.',
    share: 'Compartilhar ou baixar',
    markdown: 'Em Markdown',
    make: 'Criar link',
    link: 'Link',
    end: 'Encerrar o link',
    ended: 'Este link foi encerrado',
  },
}

for (const { words, text, width } of [
  { words: english, text: texts.en, width: 1280 },
  { words: portuguese, text: texts.pt, width: 360 },
]) {
  test(`a user rates a reply, downloads and shares the conversation, and ends the link; visitors read it without scripts (${words.tag}, ${width})`, async ({
    page,
    context,
    browser,
    served,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await openConversation({ page, context, served }, words)
    const { answer, release } = inParts('It **weaves** ', 'algebraic patterns.')
    served.model.queue.push(answer)
    await ask(page, words, ada, words.questions[0] ?? '')
    release()
    await expectAnswered(page, words)

    // the rating survives a reload
    await bubbles(page).last().hover()
    await page.getByRole('button', { name: text.down, exact: true }).click()
    await page.getByRole('textbox', { name: text.why }).fill('No looms')
    await expectAccessible(page)
    await page.getByRole('button', { name: text.send, exact: true }).click()
    await expect(page.getByText(text.thanks)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: text.down, exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: text.up, exact: true })).toHaveAttribute('aria-pressed', 'false')

    await page.getByRole('button', { name: text.share }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: text.markdown }).click()
    expect((await download).suggestedFilename()).toBe('duo-ada-lovelace.md')
    await page.getByRole('button', { name: text.make }).click()
    const link = await page.getByRole('textbox', { name: text.link, exact: true }).inputValue()
    expect(new URL(link).pathname).toMatch(new RegExp(`^${words.path}/shared/[0-9a-f]{40}$`))
    await expectAccessible(page)

    const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } })
    const reading = await visitor.newPage()
    const response = await reading.goto(link)
    expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
    await expect(reading.getByText(words.questions[0] ?? '')).toBeVisible()
    await expect(reading.getByText('weaves')).toBeVisible()
    await expect(reading.getByRole('heading', { level: 1 })).toHaveText(words.title(ada))
    expect(await reading.content()).not.toMatch(/Ana Souza|talks\./)
    // the marketplace with this agent alone
    const more = reading.locator('aside').getByRole('link')
    await expect(more).toHaveAttribute('href', `${words.path}/marketplace?q=Ada+Lovelace#agents`)
    expect(await reading.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const scripted = await browser.newContext({ viewport: { width, height: 800 } })
    const other = await scripted.newPage()
    const faults: string[] = []
    other.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await other.goto(link)
    await expectAccessible(other)
    expect(faults).toEqual([])

    // reopened, the dialog can end the link but no longer shows it
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: text.share })).toBeFocused()
    await page.getByRole('button', { name: text.share }).click()
    await page.getByRole('button', { name: text.end }).click()
    await expect(page.getByRole('button', { name: text.make })).toBeVisible()
    expect((await reading.reload())?.status()).toBe(404)
    await expect(reading.getByRole('heading', { name: text.ended })).toBeVisible()
    await Promise.all([visitor.close(), scripted.close()])
  })
}
