import { openAccount } from '../support/account-journey.ts'
import { expect, expectAccessible, openScripted, test, uniqueEmail, waitForScripts } from '../support/fixtures.ts'
import { languages } from '../words/account-words.ts'

const english = { title: 'Studio', field: 'New item', add: 'Add', remove: 'Remove “Ada”', empty: 'Nothing here yet' }
const portuguese = {
  title: 'Estúdio',
  field: 'Novo item',
  add: 'Adicionar',
  remove: 'Remover “Ada”',
  empty: 'Nada por aqui ainda',
}

for (const language of languages) {
  const words = language.tag === 'pt' ? portuguese : english
  test(`a member adds an item to studio and removes it, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(90_000)

    // a visitor signs in first
    await page.goto(`${language.start}/studio`)
    await expect(page).toHaveURL(/\/auth\?mode=sign-in&next=/)

    await openAccount(page, language, uniqueEmail(`studio.${language.tag}`))
    await openScripted(page, `${language.start}/account`)
    await page.getByRole('button', { name: language.menu }).click()
    await page.getByRole('link', { name: words.title, exact: true }).click()
    await expect(page).toHaveURL(`${language.start}/studio`)
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    await expect(page.getByRole('heading', { name: words.empty })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('textbox', { name: words.field }).fill('Ada')
    await page.getByRole('button', { name: words.add }).click()
    const remove = page.getByRole('button', { name: words.remove })
    await expect(remove).toBeVisible()
    await page.reload()
    await waitForScripts(page)
    await expect(remove).toBeVisible()
    await expectAccessible(page)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)

    await remove.click()
    await expect(page.getByRole('heading', { name: words.empty })).toBeVisible()
  })
}
