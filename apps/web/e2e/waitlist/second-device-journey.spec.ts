import type { Page } from '@playwright/test'
import { signIn } from '../support/chat-journey.ts'
import { anyWidth, expect, openScripted } from '../support/fixtures.ts'
import { test } from '../support/joining/launch.ts'
import { answerQuestions, expectKnown, inviteAll, joinElsewhere, newEmail, readMail, takeTurn } from '../support/joining/way.ts'
import { english as words } from '../words/joining-words.ts'

const { list } = words
const joining = (page: Page) => page.locator('#email-collection')

test(
  'a member who returns on a second device knows place, next step, mail and help on both, up to the same conversation',
  anyWidth,
  async ({ page, inbox, browser, launch }) => {
    test.setTimeout(90_000)
    const email = newEmail(words, 'returns')
    const first = { page, inbox, email, words, launch }
    await joinElsewhere(browser, launch, newEmail(words, 'before'))
    await openScripted(page, '/')
    await page.getByRole('textbox', { name: words.firstField }).fill(email)
    await page.getByRole('textbox', { name: words.firstField }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: list.close }).first().click()
    await expectKnown(first, {
      place: joining(page).getByRole('heading', { name: list.joined }),
      next: joining(page).getByText(words.openTheMail),
      stored: { confirmed_at: null, goals: null },
      mailed: [list.confirmSubject],
    })

    // the mail is opened on the phone, which then has everything that the first device had
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    const second = { ...first, page: phone }
    await phone.goto(await readMail(first, list.confirmSubject, list.confirm, [words.mailPlace, words.mailTurn]))
    const standing = phone.getByRole('heading', { level: 1, name: list.joined })
    await phone.getByRole('button', { name: words.answer }).click()
    await answerQuestions(phone.getByRole('dialog'), words)
    await phone.getByRole('dialog').getByRole('button', { name: list.close }).last().click()
    await expectKnown(second, {
      place: standing,
      next: phone.getByText(words.nothingToDo),
      stored: { confirmed_at: expect.any(Date), goals: ['sell'], user_types: ['creator'] },
      mailed: [list.confirmSubject],
    })

    // the next day, on the first device: the place is known, and what is private comes by mail
    await openScripted(page, '/')
    await expectKnown(first, {
      place: page.getByRole('banner').getByRole('link', { name: list.place }),
      next: joining(page).getByText(words.nothingToDo),
      stored: { goals: ['sell'] },
      mailed: [list.confirmSubject],
    })
    await page.getByRole('banner').getByRole('link', { name: list.place }).click()
    await expect(page.getByRole('region', { name: words.mailbox })).toBeVisible()
    await page.getByRole('button', { name: words.sendLink }).click()
    await page.goto(await readMail(first, list.again, list.openPage, [words.mailPlace]))
    await expectKnown(first, {
      place: page.getByRole('heading', { level: 1, name: list.joined }),
      next: page.getByText(words.nothingToDo),
      stored: { wave: null },
      mailed: [list.again, list.confirmSubject],
    })

    await inviteAll(launch, 'devices')
    for (const person of [first, second]) {
      await person.page.reload()
      const turn = person.page.getByRole('region', { name: words.turn })
      await expectKnown(person, {
        place: turn.getByText(words.openToday),
        next: turn.getByText(words.createWith),
        stored: { wave: 'devices', account: null },
        mailed: [words.turnSubject, list.again, list.confirmSubject],
      })
    }
    const earlier = [list.again, list.confirmSubject]
    await takeTurn(first, { wave: 'devices' }, earlier)

    // the same account and conversation on the phone, and a mail about the new device
    await phone.goto('/auth?mode=sign-in&next=/account')
    await signIn(phone, words.chat, email)
    const beta = phone.getByRole('region', { name: words.beta })
    await expectKnown(second, {
      place: beta.getByText(words.openToday),
      next: beta.getByRole('link', { name: words.marketplace }),
      stored: { account: email },
      mailed: [words.deviceSubject, words.welcomeSubject, words.chat.subject, words.turnSubject, ...earlier],
    })
    await phone.goto(new URL(page.url()).pathname)
    await expect(phone.getByText(words.chat.questions[0] ?? '')).toBeVisible()
    await phone.close()
  },
)
