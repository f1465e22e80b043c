import { makeAccount } from '../support/account-journey.ts'
import { expect, expectAccessible, test, uniqueEmail } from '../support/fixtures.ts'
import { languages } from '../words/account-words.ts'
import { studioWords } from '../words/studio-words.ts'

const bread = `# Cold rise

If the dough has doubled in the refrigerator, do not knead it again. Shape it cold and let it stand for half an hour at room temperature, then bake it sooner than you had planned.

# Flour

Strong flour holds more water than cake flour, and it makes a loaf that stands tall.
`
const question = 'My dough doubled in the refrigerator. Did I ruin it?'

for (const language of languages) {
  const words = studioWords[language.tag === 'pt' ? 'pt' : 'en']
  test(`a creator names an agent, corrects a reply, measures and shares, in ${language.tag}`, async ({
    page,
    browser,
    isMobile,
  }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(120_000)
    await makeAccount(page, language, uniqueEmail(`share.${language.tag}`))
    await page.goto(`${language.start}/studio`)
    await expect(page.getByRole('button', { name: words.chooseFiles })).toBeEnabled()
    const file = { name: 'bread.md', mimeType: 'text/plain', buffer: Buffer.from(bread) }
    await page.locator('[data-drop-zone] input[type=file]').first().setInputFiles(file)
    await page.getByRole('checkbox').check()
    await expect(page.getByText(words.ready)).toHaveCount(1, { timeout: 60_000 })

    // saved as it is typed, also when the page is left at once
    await page.getByRole('link', { name: words.agent, exact: true }).click()
    await page.getByRole('textbox', { name: words.name }).fill('Bread school')
    await page.getByRole('textbox', { name: words.line }).fill('Bread without hurry')
    await expect(page.getByText(words.saved)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: words.line }).fill('Bread at home')
    await page.getByRole('link', { name: words.tryIt, exact: true }).first().click()
    await expect(page.getByRole('textbox', { name: words.ask })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('textbox', { name: words.line })).toHaveValue('Bread at home')
    await page.goForward()

    // a reply shows its place, and the keyboard opens and closes it
    await page.getByRole('textbox', { name: words.ask }).fill(question)
    await page.getByRole('textbox', { name: words.ask }).press('Enter')
    await expect(page.getByRole('button', { name: words.correct })).toBeVisible()
    await expectAccessible(page)
    const source = page.getByRole('button', { name: /bread\.md, Cold rise/ })
    await source.press('Enter')
    const panel = page.getByRole('dialog', { name: 'bread.md' })
    await expect(panel.locator('mark')).toContainText('doubled in the refrigerator')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(source).toBeFocused()

    // the creator's own words are used for a paraphrase
    await page.getByRole('button', { name: words.correct }).click()
    await page.getByRole('textbox', { name: words.answer }).fill('No, you did not. Shape it cold.')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('button', { name: words.again }).click()
    await expect(page.getByText(words.ownWords, { exact: true })).toBeVisible()

    await page.getByRole('link', { name: words.coverage, exact: true }).click()
    await page.getByRole('button', { name: words.measure, exact: true }).click()
    await page.getByRole('button', { name: words.measureAgain }).click()
    await expect(page.getByText(words.since)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: words.share, exact: true }).filter({ visible: true }).click()
    // the question about a living person has no answer chosen beforehand
    await page.getByRole('button', { name: words.shareNow, exact: true }).click()
    await page.getByRole('link', { name: words.answerPerson }).click()
    await expect(page.getByRole('radio', { name: words.noPerson, exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await expect(page.getByText(words.saved)).toBeVisible()
    await page.getByRole('link', { name: words.share, exact: true }).filter({ visible: true }).click()
    await page.getByRole('button', { name: words.shareNow, exact: true }).click()
    await expect(page.getByText(words.shared)).toBeVisible()
    await expect(page.getByRole('textbox', { name: words.link })).toHaveValue(/\/agents\/bread-school-/)
    const link = await page.getByRole('textbox', { name: words.link }).inputValue()
    await expectAccessible(page)
    // no script of the page is needed to read what it rests on
    const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const opened = await visitor.goto(link)
    expect(opened?.headers()['x-robots-tag']).toContain('noindex')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Bread school' })).toBeVisible()
    await expect(visitor.locator('details').getByText('bread.md')).toBeAttached()

    // what is shared has a copy of the document, so deleting asks from where
    await page.getByRole('link', { name: words.documents, exact: true }).click()
    await page.getByRole('button', { name: words.deleteFile('bread.md') }).click()
    await page.getByRole('button', { name: words.everywhere }).click()
    await expect(page.getByRole('link', { name: 'bread.md' })).toHaveCount(0)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Bread school' })).toBeVisible()
    await expect(visitor.getByText('bread.md')).toHaveCount(0)
    await visitor.context().close()
  })
}
