import type { Page } from '@playwright/test'
import { expectCut, followCutMail, followMail, openMail, useCode, withoutFragment } from '../support/caught-mail.ts'
import { anyWidth, expect, expectAccessible, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { test as launchTest } from '../support/joining/launch.ts'
import { expectKnown, inviteAll, takeTurn } from '../support/joining/way.ts'
import { languages as accountLanguages } from '../words/account-words.ts'
import { english, portuguese } from '../words/joining-words.ts'
import type { Language } from '../words/waitlist-words.ts'

const joining = (page: Page) => page.locator('#email-collection')

/** Types letter by letter like a person, because a form filled in faster is flagged. */
const write = (page: Page, email: string) =>
  joining(page)
    .getByRole('textbox', { name: /^E-?mail$/ })
    .pressSequentially(email, { delay: 60 })

/** Joins and confirms by mail, behind someone else: a friend of the first member is no news. */
async function member(page: Page, language: Language) {
  const email = uniqueEmail(`host.${language.tag}`)
  for (const address of [uniqueEmail('before'), email])
    await page.request.post('/api/trpc/waitlist.join', {
      data: { email: address, language: language.tag, invitedByCode: null },
    })
  await followMail(page, email, language.confirmSubject, language.confirm)
  await expect(page).toHaveURL(language.status)
  const link = await page.locator('input[readonly]').inputValue()
  return { email, code: new URL(link).searchParams.get('ref') ?? '' }
}

for (const knowledge of [english, portuguese]) {
  const language = knowledge.list
  launchTest(
    `a friend joins and confirms, and the inviter gets credit, in ${language.tag}`,
    async ({ page, inbox, launch, isMobile }) => {
      test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
      test.setTimeout(120_000)
      const words = accountLanguages.find(({ tag }) => tag === language.tag)
      if (!words) throw new Error(`no words of accounts in ${language.tag}`)
      const host = await member(page, language)
      await expectAccessible(page)
      await page.evaluate(() => localStorage.clear())

      await openScripted(page, `${language.home}?ref=${host.code}`)
      await expect(page.getByText(language.invited)).toBeVisible()
      await expect(page.locator('[data-join-start]').getByText(language.invitedYou)).toBeVisible()
      // visiting another page keeps the invitation
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: /Pricing|Preços/ })
        .click()
      await expect(page).toHaveURL(/pricing/)
      await openScripted(page, language.home)
      await expect(page.getByText(language.invited)).toBeVisible()
      await expect(page.locator('[data-join-start]').getByText(language.invitedYou)).toBeVisible()

      const friend = uniqueEmail(`friend.${language.tag}`)
      const person = { page, inbox, email: friend, words: knowledge, launch }
      await write(page, friend)
      await joining(page).getByRole('button', { name: language.join, exact: true }).click()
      // the place is known before any question, and the questions name it
      await expect(joining(page).getByRole('heading', { name: language.joined })).toBeVisible()

      const dialog = page.getByRole('dialog')
      await expect(dialog).toHaveAccessibleDescription(language.joined)
      await dialog.getByRole('radio', { name: language.audience }).check({ force: true })
      await expectAccessible(page)
      await dialog.getByRole('button', { name: language.next }).click()
      await dialog.getByRole('checkbox', { name: language.category }).check({ force: true })
      await dialog.getByRole('textbox', { name: language.specify }).fill('Bees <b>"and"</b> hives')
      await dialog.getByRole('button', { name: language.next }).click()
      await dialog.getByRole('checkbox', { name: language.goal }).check({ force: true })
      await dialog.getByRole('button', { name: language.finish }).click()

      for (const answer of [language.userType, language.niche, language.agent]) {
        await dialog.getByRole('checkbox', { name: answer, exact: true }).check({ force: true })
        await dialog.getByRole('button', { name: language.next }).click()
      }
      await dialog.getByRole('textbox').fill('An agent for <script> beekeepers')
      await dialog.getByRole('button', { name: language.send }).click()
      await expect(dialog.getByRole('heading', { name: language.thanks })).toBeVisible()
      await expect(dialog.getByText(language.joined)).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: language.close }).last().click()
      await expect(dialog).toHaveCount(0)
      await expect(joining(page).locator('input[readonly]')).toHaveValue(/\?ref=/)
      await expectKnown(person, {
        place: joining(page).getByRole('heading', { name: language.joined }),
        next: joining(page).getByText(knowledge.openTheMail),
        stored: { inviter: host.email, confirmed_at: null, credit: null },
        mailed: [language.confirmSubject],
      })
      await expectAccessible(page)
      // the next day: the same browser knows the place, in the header and in the section
      await openScripted(page, language.home)
      await expect(page.getByRole('banner').getByRole('link', { name: language.place })).toBeVisible()
      await expect(joining(page).getByRole('heading', { name: language.joined })).toBeVisible()
      await expectAccessible(page)
      await joining(page).getByRole('link', { name: language.other }).click()
      await expect(joining(page).getByRole('textbox', { name: /^E-?mail$/ })).toHaveValue('')

      // the friend's mail program cuts the link
      const mail = { email: friend, subject: language.confirmSubject, action: language.confirm }
      const code = await followCutMail(page, mail, withoutFragment)
      await expectCut(page, words)
      await useCode(page, words, code)
      await expect(page).toHaveURL(language.status)
      expect(page.url()).not.toContain('#')
      await expect(page.locator('input[readonly]')).toHaveValue(/\?ref=/)
      await expectKnown(person, {
        place: page.getByRole('heading', { level: 1, name: language.joined }),
        next: page.getByText(knowledge.nothingToDo),
        stored: { confirmed_at: expect.any(Date), credit: 'counted' },
        mailed: [language.confirmSubject],
      })

      // joins again on the same device
      await openScripted(page, language.home)
      await joining(page).getByRole('link', { name: language.other }).click()
      await write(page, friend)
      await page.keyboard.press('Enter')
      const welcome = page.getByRole('dialog', { name: language.welcomeBack })
      await expect(welcome.locator('input[readonly]')).toHaveValue(/\?ref=/)
      await expect(page.locator('[data-toasts]').getByText(language.registered)).toBeVisible()
      await expectAccessible(page)
      await welcome.getByRole('button', { name: language.close }).last().click()
      await expect(welcome).toHaveCount(0)
      await expect(joining(page).getByRole('heading', { name: language.registered })).toBeVisible()
      await page.evaluate(() => localStorage.clear())

      await followMail(page, host.email, language.friendMail, language.openPage)
      await expect(page).toHaveURL(language.status)
      await expect(page.getByText('f•••@e•••.com')).toBeVisible()
      await expect(page.getByText(knowledge.movedUp)).toBeVisible()
      await expect(page.getByText(knowledge.counts)).toBeVisible()
      await expectAccessible(page)

      const stored = await launch.db
        .selectFrom('waitlist_signup as signup')
        .innerJoin('survey_qualification as q', 'q.signup_id', 'signup.id')
        .innerJoin('survey_follow_up as f', 'f.signup_id', 'signup.id')
        .where('signup.email', '=', friend)
        .select(['signup.credit', 'signup.fraud_signals', 'q.audience_size', 'q.categories', 'q.other_category', 'q.goals'])
        .select(['f.user_types', 'f.niches', 'f.agent_types', 'f.description', 'f.address'])
        .executeTakeFirstOrThrow()
      expect(stored).toMatchObject({
        credit: 'counted',
        fraud_signals: [],
        audience_size: '1000-5000',
        categories: ['others'],
        other_category: 'Bees band/b hives',
        goals: ['sell'],
        user_types: ['creator'],
        niches: ['education'],
        agent_types: ['chatbot'],
        description: 'An agent for script beekeepers',
      })

      await page.evaluate(() => localStorage.clear())
      await inviteAll(launch, `friends-${language.tag}`)
      await takeTurn(person, { wave: `friends-${language.tag}` }, [language.again, language.confirmSubject])
    },
  )
}

test(
  'a survey draft survives a reload and continues on another device through the mailed link',
  anyWidth,
  async ({ page, browser }) => {
    test.setTimeout(60_000)
    const email = uniqueEmail('draft')
    await openScripted(page, '/')
    await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(email)
    await joining(page).getByRole('button', { name: 'Join the waitlist', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /5,000.*20,000/ }).check({ force: true })
    // the browser debounces drafts: wait for the one that contains both answers
    const saved = page.waitForResponse((answer) => /saveDraft.*marketing/s.test(answer.url() + answer.request().postData()))
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('checkbox', { name: 'Marketing', exact: true }).check({ force: true })
    await saved
    await page.reload()
    await page.getByRole('link', { name: 'See your place and your invitations' }).click()
    await page.getByRole('button', { name: 'Continue where you left off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('checkbox', { name: 'Marketing', exact: true })).toBeChecked()

    const mailed = await openMail(page, email, /Confirm your place/)
    const href = await mailed.getByRole('link', { name: 'Confirm my place' }).getAttribute('href')
    const other = await browser.newPage()
    await other.goto(href ?? '')
    await other.getByRole('button', { name: 'Continue where you left off' }).click()
    await expect(other.getByRole('dialog').getByRole('checkbox', { name: /sell access/ })).toBeVisible()
    await other.close()
  },
)

test('a toast covers neither the title of the survey nor its controls', async ({ page }) => {
  // a small phone with the browser's bars; wider screens have room beside the dialog
  if ((page.viewportSize()?.width ?? 0) < 500) await page.setViewportSize({ width: 360, height: 640 })
  await openScripted(page, '/pt')
  await write(page, uniqueEmail('apart'))
  await joining(page).getByRole('button', { name: 'Entrar na lista', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: 'Próximo' })
  await next.press('Enter')
  await expect(dialog.getByText('Campos obrigatórios')).toBeVisible()
  const toast = dialog.locator('[data-toasts] > *')
  const close = dialog.getByRole('button', { name: 'Fechar', exact: true })
  for (const part of [dialog.getByRole('heading', { level: 2 }), next, close.first(), dialog.getByRole('radio').first()])
    await expect.poll(async () => overlap(await toast.boundingBox(), await part.boundingBox())).toBe(false)
})

type Box = { x: number; y: number; width: number; height: number } | null

/** Whether the boxes overlap; a missing box counts as overlapping. */
const overlap = (a: Box, b: Box) =>
  !a || !b || (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
