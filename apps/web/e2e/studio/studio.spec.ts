import { makeAccount } from '../support/account-journey.ts'
import { expect, expectAccessible, test, uniqueEmail } from '../support/fixtures.ts'
import { languages } from '../words/account-words.ts'
import { studioWords } from '../words/studio-words.ts'

const bread = `# Cold rise

If the dough has doubled in the refrigerator, do not knead it again. Shape it cold and let it stand for half an hour at room temperature, then bake it sooner than you had planned.

# Flour

Strong flour holds more water than cake flour, and it makes a loaf that stands tall. Rye needs a sour dough, because its starch is broken down by enzymes while the bread bakes.
`
const file = (name: string, text: string, mimeType = 'text/plain') => ({ name, mimeType, buffer: Buffer.from(text) })
const files = [
  file('bread.md', bread),
  file(
    'lesson.srt',
    '1\n00:14:00,000 --> 00:14:05,000\nThe oven must be at two hundred and forty degrees before the loaf goes in.\n',
  ),
  file('faq.csv', 'Question,Answer\nCan I bring my dog?,"Yes, dogs may wait in the yard."\n'),
  file(
    'page.html',
    '<html><body><main><h1>Opening hours</h1><p>The shop opens at seven on weekdays and at nine on Saturdays.</p></main></body></html>',
  ),
  file('broken.pdf', '%PDF-1.7 nothing else'),
]

for (const language of languages) {
  const words = studioWords[language.tag === 'pt' ? 'pt' : 'en']
  test(`a creator brings documents, mends passages and asks the search, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(120_000)
    await makeAccount(page, language, uniqueEmail(`studio.${language.tag}`))
    await page.goto(`${language.start}/studio`)
    await expect(page.getByRole('button', { name: words.chooseFiles })).toBeEnabled()
    await expectAccessible(page)

    // files wait for the declaration of the right to use them
    await page.locator('[data-drop-zone] input[type=file]').first().setInputFiles(files)
    await expect(page.getByText(words.rightFirst)).toBeVisible()
    await page.getByRole('checkbox').check()
    await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/)
    await expect(page.getByText(words.ready)).toHaveCount(4, { timeout: 60_000 })
    await expect(page.getByText(words.broken)).toBeVisible()
    await expectAccessible(page)

    // a text that was pasted asks before it is lost
    await page.getByRole('button', { name: words.add }).click()
    await page.getByRole('button', { name: words.paste }).click()
    await page.getByRole('textbox', { name: words.pasted }).fill('Rye needs a sour dough.')
    await page.getByRole('link', { name: words.search }).click()
    const question = page.getByRole('dialog', { name: words.leaveText })
    await expect(question.getByRole('button', { name: words.stay })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(page.getByRole('link', { name: words.search })).toBeFocused()
    await expect(page.getByRole('textbox', { name: words.pasted })).toHaveValue('Rye needs a sour dough.')
    await page.getByRole('textbox', { name: words.pasted }).fill('')

    // a passage beside its page
    await page.getByRole('link', { name: 'bread.md' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'bread.md' })).toBeVisible()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: words.download }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('bread.md')
    expect(await download.failure()).toBeNull()
    await page.getByRole('button', { name: words.edit, exact: true }).click()
    await page.getByRole('textbox').fill('A kiln for bread reaches four hundred degrees.')
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.edited)).toBeVisible()
    await page.getByRole('button', { name: 'Flour' }).click()
    await page.getByRole('button', { name: words.hide, exact: true }).click()
    await expect(page.getByText(words.hidden)).toBeVisible()

    // the search finds what was mended, and not what is hidden
    await page.getByRole('link', { name: words.search }).click()
    const ask = async (question: string) => {
      await page.getByRole('textbox').fill(question)
      await page.getByRole('textbox').press('Enter')
    }
    await ask('How many degrees does the kiln reach?')
    await expect(page.getByRole('listitem').filter({ hasText: 'kiln for bread' })).toBeVisible()
    await expectAccessible(page)
    await ask('Which flour holds more water?')
    await expect(page.getByText(words.notCovered)).toBeVisible()
    await ask('At how many degrees must the oven be?')
    await expect(page.getByRole('link', { name: /lesson\.srt/ })).toContainText('14:00')

    // deleting asks first, and then the document no longer answers
    await page.getByRole('link', { name: words.documents }).click()
    await page.getByRole('button', { name: words.deleteFile('lesson.srt') }).click()
    await page.getByRole('button', { name: words.delete, exact: true }).click()
    await expect(page.getByText('lesson.srt')).toHaveCount(0)
    await page.getByRole('link', { name: words.search }).click()
    await ask('At how many degrees must the oven be?')
    await expect(page.getByRole('link', { name: /lesson\.srt/ })).toHaveCount(0)
  })
}

test('a reader without a session is led to the sign-in and back', async ({ page }) => {
  await page.goto('/studio')
  await expect(page).toHaveURL(/\/auth\?mode=sign-in&next=%2Fstudio/)
})
