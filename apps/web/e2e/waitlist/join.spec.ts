import { openMailList } from '../support/caught-mail.ts'
import { openServerDatabase } from '../support/database.ts'
import { anyWidth, expect, expectAccessible, openScripted, test, uniqueEmail } from '../support/fixtures.ts'

const languages = [
  {
    path: '/',
    tag: 'en',
    label: 'Email',
    invalid: 'Invalid email.',
    join: 'Join the waitlist',
    joined: /You are [\d,]+(st|nd|rd|th) on the list/,
    subject: /Confirm your place on the Duo waitlist/,
  },
  {
    path: '/pt',
    tag: 'pt',
    label: 'E-mail',
    invalid: 'E-mail inválido.',
    join: 'Entrar na lista',
    joined: /[\d.]+º/,
    subject: /Confirme seu lugar na lista de espera do Duo/,
  },
]

for (const { path, tag, label, invalid, join, joined, subject } of languages) {
  test(`a visitor joins in ${tag}, sees the position, is stored, and receives the mail`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (tag === 'pt'), 'one language on each screen')
    const email = uniqueEmail(`joins.${tag}`)
    await openScripted(page, `${path}#product`)
    const section = page.locator('#email-collection')
    await section.getByRole('textbox', { name: label }).fill('ana@exemplo')
    await page.keyboard.press('Enter')
    await expect(section.getByText(invalid)).toBeVisible()
    await expectAccessible(page)
    await section.getByRole('textbox', { name: label }).fill(email.toUpperCase())
    await section.getByRole('button', { name: join }).click()
    // the survey opens over the result; closing it reveals the page
    await expect(page.getByRole('dialog')).toBeVisible()
    const place = await page.evaluate(() => scrollY)
    await page.keyboard.press('Escape')
    await expect(section.getByRole('heading', { name: joined })).toBeVisible()
    await expectAccessible(page)
    // and does not move it to the anchor
    expect(await page.evaluate(() => scrollY)).toBe(place)

    const database = await openServerDatabase()
    const rows = await database.db.selectFrom('waitlist_signup').where('email', '=', email).selectAll().execute()
    await database.close()
    expect(rows).toMatchObject([{ email, language: tag }])

    const caught = page.getByRole('listitem').filter({ hasText: email })
    await expect(async () => {
      await openMailList(page)
      await expect(caught).toContainText(subject, { timeout: 500 })
    }).toPass({ timeout: 10_000 })
    await expectAccessible(page)
    await caught.getByRole('link').click()
    const mail = page.frameLocator('iframe')
    await expect(mail.getByRole('link', { name: tag === 'en' ? 'Confirm my place' : 'Confirmar meu lugar' })).toHaveAttribute(
      'href',
      tag === 'en' ? /\/waitlist\/confirm#\S+$/ : /\/pt\/waitlist\/confirm#\S+$/,
    )
  })
}

test.describe('when the code of the join cannot be loaded', () => {
  test.use({ callsFail: true })

  test('the browser posts the form, and the page that comes back opens the survey', anyWidth, async ({ page }) => {
    await page.route(/\/assets\/join-[\w-]+\.js$/, (route) => route.abort(), { times: 1 })
    await openScripted(page, '/pt')
    await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(uniqueEmail('posted'))
    await page.locator('#email-collection').getByRole('button', { name: 'Entrar na lista' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: /[\d.]+º/ })).toBeVisible()
  })
})
