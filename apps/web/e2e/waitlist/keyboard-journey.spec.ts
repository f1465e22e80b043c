import { hrefIn, openMail } from '../support/caught-mail.ts'
import { password } from '../support/chat-journey.ts'
import { anyWidth, expect, openScripted } from '../support/fixtures.ts'
import { answerByKeys, pressOn, skipToContent, tabTo, typeInto } from '../support/joining/keyboard.ts'
import { messagesOf, test } from '../support/joining/launch.ts'
import { bringFriend, expectKnown, inviteAll, joinElsewhere, newEmail, readMail } from '../support/joining/way.ts'
import { ada } from '../words/chat-words.ts'
import { english as words } from '../words/joining-words.ts'

test(
  'who uses a keyboard and a screen reader knows place, next step, mail and help from the first screen to the first conversation',
  anyWidth,
  async ({ page, inbox, browser, launch }) => {
    test.setTimeout(90_000)
    const { list, chat } = words
    const email = newEmail(words, 'keys')
    const person = { page, inbox, email, words, launch }
    await joinElsewhere(browser, launch, newEmail(words, 'before'))

    // skip link, content, field
    await openScripted(page, '/')
    await skipToContent(page)
    await typeInto(page, page.getByRole('textbox', { name: words.firstField }), 1, email)
    await page.keyboard.press('Enter')
    const joining = page.locator('#email-collection')
    const place = joining.getByRole('heading', { name: list.joined })
    await expect(place).toBeFocused()
    await expect(joining.getByRole('status').filter({ has: page.getByRole('heading') })).toMatchAriaSnapshot(`
      - status:
        - heading /You are in\\. You are [\\d,]+(st|nd|rd|th) on the list/ [level=3]
        - paragraph: /We sent an email to .* Open it and confirm your address/
    `)
    const dialog = page.getByRole('dialog', { name: 'Three questions' })
    await expect(dialog).toHaveAccessibleDescription(list.joined)
    await answerByKeys(page, page.getByRole('dialog'))
    await expect(page.getByRole('dialog').getByText(words.oneStepLeft)).toBeVisible()
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: list.close }).last(), 15)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('[data-join]')).toBeFocused()
    await expectKnown(person, {
      place,
      next: joining.getByText(words.openTheMail),
      stored: { confirmed_at: null, goals: ['sell'], user_types: ['creator'] },
      mailed: [list.confirmSubject],
    })

    await page.goto(await readMail(person, list.confirmSubject, list.confirm, [words.mailPlace, words.mailTurn]))
    await expect(page.getByRole('status').filter({ hasText: list.joined })).toBeAttached()
    const standing = page.getByRole('heading', { level: 1, name: list.joined })
    await expectKnown(person, {
      place: standing,
      next: page.getByText(words.nothingToDo),
      stored: { confirmed_at: expect.any(Date), wave: null },
      mailed: [list.confirmSubject],
    })
    await expect(page.getByRole('region', { name: list.joined })).toMatchAriaSnapshot(`
      - region:
        - paragraph: Your address is confirmed.
        - heading /You are [\\d,]+(st|nd|rd|th) on the list/ [level=1]
        - paragraph: /on the list since/
        - paragraph: /Your place is confirmed\\. There is nothing else to do/
    `)
    await expect(page.getByRole('main')).toBeFocused()
    await tabTo(page, page.getByRole('textbox', { name: words.link }), 2)
    const code = new URL(await page.getByRole('textbox', { name: words.link }).inputValue()).searchParams.get('ref') ?? ''
    await pressOn(page, page.getByRole('button', { name: 'Copy link' }), 1)
    await expect(page.getByRole('status').filter({ hasText: 'Copied!' })).toBeAttached()

    await bringFriend(browser, person, code)
    await page.goto(await readMail(person, list.friendMail, list.openPage, []))
    await expect(page.getByText(words.movedUp)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: list.joined })).toBeAttached()

    await inviteAll(launch, 'keyboard')
    await page.goto(await readMail(person, words.turnSubject, words.turnAction, [words.openToday]))
    await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
    await skipToContent(page)
    await typeInto(page, page.getByRole('textbox', { name: chat.name }), 4, 'Ana Souza')
    await typeInto(page, page.getByRole('textbox', { name: chat.email }), 1, email)
    await typeInto(page, page.getByLabel(chat.password, { exact: true }), 1, password)
    await pressOn(page, page.getByRole('checkbox'), 3, 'Space')
    await pressOn(page, page.getByRole('button', { name: chat.signUp }), 3)
    await expect(page.getByRole('status').filter({ hasText: chat.created })).toBeVisible({ timeout: 15_000 })
    await page.goto(await hrefIn(await openMail(inbox, email, chat.subject), chat.confirm))
    await expect(page.getByText('Welcome to Duo, Ana')).toBeVisible()

    await pressOn(page, page.getByRole('button', { name: chat.menu }), 20)
    await pressOn(page, page.getByRole('link', { name: 'Your account' }), 5)
    await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
    await expect(page.locator('#account-menu')).toBeHidden()
    const beta = page.getByRole('region', { name: words.beta })
    await expectKnown(person, {
      place: beta.getByRole('heading', { name: words.openToday }),
      next: beta.getByText(words.talk),
      stored: { account: email, wave: 'keyboard' },
      mailed: [words.welcomeSubject, chat.subject, words.turnSubject, list.friendMail, list.confirmSubject],
    })
    await pressOn(page, page.getByRole('link', { name: words.beta }), 30)
    await pressOn(page, beta.getByRole('link', { name: words.marketplace }), 2)
    await page.waitForURL(/\/marketplace/)
    await skipToContent(page)
    await typeInto(page, page.getByRole('searchbox', { name: chat.search }), 12, ada)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
    await pressOn(page, page.getByRole('button', { name: chat.start(ada) }), 25)
    await page.waitForURL(/\/chat\//)
    await expect(page.getByRole('textbox', { name: chat.write(ada) })).toBeFocused()
    const [question = ''] = chat.questions
    await page.keyboard.type(question)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: /^Ada Lovelace answered/ })).toBeAttached({ timeout: 20_000 })
    await expect.poll(() => messagesOf(launch, email)).toMatchObject([{ role: 'user' }, { role: 'assistant' }])
  },
)
