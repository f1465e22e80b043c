import { anyWidth, expect, openScripted } from '../support/fixtures.ts'
import { test } from '../support/joining/launch.ts'
import {
  answerQuestions,
  bringFriend,
  expectKnown,
  inviteAll,
  joinElsewhere,
  newEmail,
  placeIn,
  readMail,
  takeTurn,
} from '../support/joining/way.ts'
import { portuguese as words } from '../words/joining-words.ts'

// the phone of the other journeys, with its animations
test.use({
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  contextOptions: { reducedMotion: 'no-preference' },
})

test(
  'a visitor on a phone in Portuguese knows place, next step, mail and help from the first screen to the first conversation',
  anyWidth,
  async ({ page, browser, launch, inbox }) => {
    test.setTimeout(90_000)
    const { list } = words
    const email = newEmail(words, 'visita')
    const person = { page, inbox, email, words, launch }
    await joinElsewhere(browser, launch, newEmail(words, 'antes'))

    await openScripted(page, '/pt')
    await page.getByRole('textbox', { name: words.firstField }).fill(email)
    await page.getByRole('textbox', { name: words.firstField }).press('Enter')
    const joining = page.locator('#email-collection')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleDescription(list.joined)
    await answerQuestions(dialog, words)
    await expect(dialog.getByText(words.oneStepLeft)).toBeVisible()
    await dialog.getByRole('button', { name: list.close }).last().click()
    const place = joining.getByRole('heading', { name: list.joined })
    await expectKnown(person, {
      place,
      next: joining.getByText(words.openTheMail),
      stored: { language: 'pt', confirmed_at: null, inviter: null, goals: ['sell'], user_types: ['creator'], wave: null },
      mailed: [list.confirmSubject],
    })
    const joinedAs = await placeIn(place)

    // help is where a visitor looks for it
    await page.getByRole('banner').getByRole('button', { name: words.menu }).click()
    await page.getByRole('dialog', { name: words.menuTitle }).getByRole('link', { name: words.questionsPage }).click()
    await expect(page.getByRole('heading', { name: words.questionsTitle })).toBeInViewport()

    await page.goto(await readMail(person, list.confirmSubject, list.confirm, [words.mailPlace, words.mailTurn]))
    await expect(page).toHaveURL(list.status)
    const standing = page.getByRole('heading', { level: 1, name: list.joined })
    await expect(page.getByText(words.confirmed)).toBeVisible()
    await expectKnown(person, {
      place: standing,
      next: page.getByText(words.nothingToDo),
      stored: { confirmed_at: expect.any(Date), wave: null },
      mailed: [list.confirmSubject],
    })
    expect(await placeIn(standing)).toBe(joinedAs)

    const link = await page.getByRole('textbox', { name: words.link }).inputValue()
    const friend = await bringFriend(browser, person, new URL(link).searchParams.get('ref') ?? '')
    await page.goto(await readMail(person, list.friendMail, list.openPage, []))
    await expect(page.getByText(words.movedUp)).toBeVisible()
    await expect(page.getByRole('region', { name: words.friends }).getByText(words.counts)).toBeVisible()
    expect(await placeIn(standing)).toBeLessThan(joinedAs)
    await expectKnown(
      { ...person, email: friend },
      {
        place: standing,
        next: page.getByText(words.nothingToDo),
        stored: { inviter: email, credit: 'counted' },
        mailed: [/Confirm your place/],
      },
    )

    await inviteAll(launch, 'telefone')
    await page.reload()
    const turn = page.getByRole('region', { name: words.turn })
    await expectKnown(person, {
      place: turn.getByText(words.openToday),
      next: turn.getByText(words.createWith),
      stored: { wave: 'telefone' },
      mailed: [words.turnSubject, list.friendMail, list.confirmSubject],
    })
    await takeTurn(person, { wave: 'telefone' }, [list.friendMail, list.confirmSubject])
  },
)
