import type { Route } from '@playwright/test'
import { openMailList } from '../support/caught-mail.ts'
import { openServerDatabase } from '../support/database.ts'
import { anyWidth, expect, expectAccessible, openScripted, test, uniqueEmail } from '../support/fixtures.ts'

const languages = [
  {
    path: '/',
    tag: 'en',
    label: 'Email',
    join: 'Join the waitlist',
    joined: /You are [\d,]+(st|nd|rd|th) on the list/,
    subject: /Confirm your place on the Duo waitlist/,
  },
  {
    path: '/pt',
    tag: 'pt',
    label: 'E-mail',
    join: 'Entrar na lista',
    joined: /[\d.]+º/,
    subject: /Confirme seu lugar na lista de espera do Duo/,
  },
]

for (const { path, tag, label, join, joined, subject } of languages) {
  test(`a visitor joins in ${tag}, sees the position, is stored, and receives the mail`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (tag === 'pt'), 'one language on each screen')
    const email = uniqueEmail(`joins.${tag}`)
    await openScripted(page, path)
    const section = page.locator('#email-collection')
    await section.getByRole('textbox', { name: label }).fill(email.toUpperCase())
    await section.getByRole('button', { name: join }).click()
    // the survey opens over the result; closing it reveals the page
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(section.getByRole('heading', { name: joined })).toBeVisible()
    await expectAccessible(page)

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

test('joining twice shows a notice, keeps one row and does not reveal the position', anyWidth, async ({ page }) => {
  const email = uniqueEmail('twice')
  await openScripted(page, '/')
  await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await openScripted(page, '/')
  await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Email already registered' })).toBeVisible()
  await expect(page.locator('#email-collection')).not.toContainText(/\d(st|nd|rd|th)/)
  const database = await openServerDatabase()
  const { count } = await database.db
    .selectFrom('waitlist_signup')
    .where('email', '=', email)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await database.close()
  expect(count).toBe(1)
})

test(
  'a join through a friend\u2019s mangled link stores the inviter, and an unknown code shows an error',
  anyWidth,
  async ({ page }) => {
    const host = await page.request.post('/api/trpc/waitlist.join', {
      data: { email: uniqueEmail('host'), language: 'en', invitedByCode: null },
    })
    const { result } = (await host.json()) as { result: { data: { data: { referral_code: string } } } }
    const friend = uniqueEmail('friend')
    // as a chat program links it, before a full stop, and as a person wrote it down
    const mangled = result.data.data.referral_code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    await openScripted(page, `/?ref=${mangled}.&ref=`)
    await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(friend)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    const database = await openServerDatabase()
    const row = await database.db
      .selectFrom('waitlist_signup')
      .where('email', '=', friend)
      .select('invited_by')
      .executeTakeFirstOrThrow()
    await database.close()
    expect(row.invited_by).not.toBeNull()

    await openScripted(page, '/?ref=NOSUCHCODE')
    await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(uniqueEmail('stranger'))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Invalid or expired invitation code.')).toBeVisible()
  },
)

test.describe('when the response is lost', () => {
  test.use({ callsFail: true })

  test('retrying after a reload shows the position as for a first join, and keeps one row', anyWidth, async ({ page }) => {
    const email = uniqueEmail('lost')
    // the server stores it, but its response never reaches the browser
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort('connectionreset')
    }
    const join = async () => {
      await openScripted(page, '/')
      await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(email)
      await page.keyboard.press('Enter')
    }
    await page.route('/api/trpc/waitlist.join', lose)
    await join()
    await expect(page.getByText('There was an error registering.')).toBeVisible()
    await page.unroute('/api/trpc/waitlist.join', lose)
    await join()
    await page.getByRole('dialog', { name: 'Three questions' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: languages[0]?.joined })).toBeVisible()
    await expect(page.getByText('already registered')).toHaveCount(0)
    const database = await openServerDatabase()
    const rows = await database.db.selectFrom('waitlist_signup').where('email', '=', email).select('id').execute()
    await database.close()
    expect(rows).toHaveLength(1)
  })
})

test.describe('when the code of the join cannot be loaded', () => {
  test.use({ callsFail: true })

  test('the browser posts the form, and the page that comes back opens the survey', anyWidth, async ({ page }) => {
    await page.route(/\/assets\/join-[\w-]+\.js$/, (route) => route.abort(), { times: 1 })
    await openScripted(page, '/pt')
    await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(uniqueEmail('posted'))
    await page.getByRole('button', { name: 'Entrar na lista' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: /[\d.]+º/ })).toBeVisible()
  })
})

test('rejects an invalid e-mail before sending a request', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url())
  })
  await openScripted(page, '/pt')
  await page.getByRole('textbox', { name: /^E-?mail$/ }).fill('ana@exemplo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('E-mail inválido.')).toBeVisible()
  await expectAccessible(page)
  expect(calls).toEqual([])
})
