import type { Browser, Locator, Page } from '@playwright/test'
import { ada } from '../../words/chat-words.ts'
import type { JoiningWords } from '../../words/joining-words.ts'
import { hrefIn, openMail, openMailList } from '../caught-mail.ts'
import { ask, expectAnswered, signUpHere, start } from '../chat-journey.ts'
import { expect, uniqueEmail } from '../fixtures.ts'
import { type Launch, messagesOf, storedOf } from './launch.ts'

/** A person on the way, who reads the site in one tab and mails in another. */
export interface Person {
  page: Page
  inbox: Page
  email: string
  words: JoiningWords
  launch: Launch
}

/** What a person knows after a step. */
interface Known {
  /** Where the place, or what replaces it, is read. */
  place: Locator
  next: Locator
  /** Expected of `storedOf`. */
  stored: Record<string, unknown>
  /** Subjects, newest first. */
  mailed: (string | RegExp)[]
}

export const newEmail = ({ tag }: JoiningWords, name: string) => uniqueEmail(`${name}.${tag}`)

export async function expectKnown({ page, inbox, email, words, launch }: Person, { place, next, stored, mailed }: Known) {
  await expect(place).toBeVisible()
  await expect(next).toBeVisible()
  await expect.poll(() => storedOf(launch, email)).toMatchObject(stored)
  await expectMailed(inbox, email, mailed)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: words.questionsPage })).toBeVisible()
}

export async function expectMailed(inbox: Page, email: string, subjects: (string | RegExp)[]) {
  const mails = inbox.getByRole('listitem').filter({ hasText: email })
  await expect(async () => {
    await openMailList(inbox)
    await expect(mails.locator('strong')).toHaveText(subjects, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
}

/** The place that a text tells, as a number. */
export const placeIn = async (text: Locator) => Number((await text.innerText()).replace(/\D/g, ''))

/** Opens a mail, which says `texts` and where help is, and returns where its one action leads. */
export async function readMail(
  { inbox, email, words }: Person,
  subject: RegExp | string,
  action: string,
  texts: (RegExp | string)[],
) {
  const mail = await openMail(inbox, email, subject)
  for (const text of [...texts, words.mailReply]) await expect(mail.getByText(text)).toBeVisible()
  return hrefIn(mail, action)
}

/** Answers the questions that open after a join. Ends on their last page, open. */
export async function answerQuestions(dialog: Locator, { list }: JoiningWords) {
  await dialog.getByRole('radio', { name: list.audience }).check({ force: true })
  await dialog.getByRole('button', { name: list.next }).click()
  await dialog.getByRole('checkbox', { name: list.niche, exact: true }).check({ force: true })
  await dialog.getByRole('button', { name: list.next }).click()
  await dialog.getByRole('checkbox', { name: list.goal }).check({ force: true })
  await dialog.getByRole('button', { name: list.finish }).click()
  await dialog.getByRole('checkbox', { name: list.userType, exact: true }).check({ force: true })
  for (let question = 0; question < 3; question++) await dialog.getByRole('button', { name: list.next }).click()
  await dialog.getByRole('button', { name: list.send }).click()
  await expect(dialog.getByRole('heading', { name: list.thanks })).toBeVisible()
}

/** Joins by a call, from a network of its own. */
export async function joinElsewhere(browser: Browser, { url }: Launch, email: string, invitedByCode: string | null = null) {
  const byte = () => Math.floor(Math.random() * 255)
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` } })
  const data = { email, language: 'en', invitedByCode }
  expect((await context.request.post(`${url}/api/trpc/waitlist.join`, { data })).ok()).toBe(true)
  await context.close()
}

/** Confirms by mail in a browser of its own. */
export async function confirmElsewhere(browser: Browser, inbox: Page, email: string) {
  const href = await hrefIn(await openMail(inbox, email, /Confirm your place/), 'Confirm my place')
  const page = await browser.newPage()
  await page.goto(href)
  await expect(page.getByRole('heading', { level: 1, name: /on the list/ })).toBeVisible()
  await page.close()
}

/** A friend joins with the code and confirms. Returns their address. */
export async function bringFriend(browser: Browser, { inbox, launch, words }: Person, code: string) {
  const email = newEmail(words, 'amigo')
  await joinElsewhere(browser, launch, email, code)
  await confirmElsewhere(browser, inbox, email)
  return email
}

/** The operator invites everyone who has confirmed. */
export const inviteAll = ({ waitlist }: Launch, wave: string) =>
  waitlist('invite', '--wave', wave, '--size', '1000', '--by-referrals', '0', '--yes')

/** Follows the invitation to an account, which names what is open, and from there to the first conversation. */
export async function takeTurn(person: Person, stored: Record<string, unknown>, earlierMails: (string | RegExp)[]) {
  const { page, email, words } = person
  const invitation = await readMail(person, words.turnSubject, words.turnAction, [words.openToday])
  await page.goto(invitation)
  await signUpHere(page, words.chat, email)
  await expect(page).toHaveURL(`${words.chat.path}/account#place`)
  // the mail's link leads there again, signed in by now
  await page.goto(`${words.chat.path}/help`)
  await page.goto(invitation)
  await expect(page).toHaveURL(`${words.chat.path}/account#place`)
  const beta = page.getByRole('region', { name: words.beta })
  await expectKnown(person, {
    place: beta.getByRole('heading', { name: words.openToday }),
    next: beta.getByText(words.talk),
    stored: { account: email, ...stored },
    mailed: [words.welcomeSubject, words.chat.subject, words.turnSubject, ...earlierMails],
  })
  await beta.getByRole('link', { name: words.marketplace }).click()
  await start(page, words.chat, ada)
  await talk(person)
}

/** Asks the first question on the open conversation. */
export async function talk({ page, email, words, launch }: Person) {
  const [question = ''] = words.chat.questions
  await ask(page, words.chat, ada, question)
  await expectAnswered(page, words.chat)
  await expect
    .poll(() => messagesOf(launch, email))
    .toMatchObject([
      { role: 'user', content: question },
      { role: 'assistant', content: expect.stringMatching(/\w/) },
    ])
}
