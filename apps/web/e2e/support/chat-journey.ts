import type { Page } from '@playwright/test'
import { ada, type Words } from '../words/chat-words.ts'
import { followMail } from './caught-mail.ts'
import { expect, signingOut, uniqueEmail, waitForScripts } from './fixtures.ts'

export const password = 'abacate-azul-77'
const leonardo = 'Leonardo da Vinci'
const machado = 'Machado de Assis'

/** Creates an account on the page and confirms it by its mail. */
export async function signUp(page: Page, words: Words, email: string) {
  await page.goto(`${words.path}/auth`)
  await signUpHere(page, words, email)
}

/** Signs up on the open sign-up page and confirms the account. */
export async function signUpHere(page: Page, words: Words, email: string) {
  await page.getByRole('textbox', { name: words.name, exact: true }).fill('Ana Souza')
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words.signUp, exact: true }).click()
  await expect(page.getByText(words.created)).toBeVisible()
  await followMail(page, email, words.subject, words.confirm)
  // the link redirects, which closes an open menu
  await page.waitForURL((url) => !url.pathname.includes('/auth/'))
  await waitForScripts(page)
  // a conversation on a phone has one bar, whose menu contains the account
  const account = page.getByRole('button', { name: words.menu })
  await expect(account.or(page.getByRole('main').getByRole('button', { name: words.siteMenu }))).toBeVisible()
}

export async function signOut(page: Page, words: Words) {
  // a conversation on a phone has one bar, whose menu contains the account
  const account = page.getByRole('button', { name: words.menu })
  await account.or(page.getByRole('main').getByRole('button', { name: words.siteMenu })).click()
  signingOut.add(page)
  await page.getByRole('button', { name: words.signOut }).click()
  // asks first if something was not sent
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: words.signOut })
  await expect(confirm.or(page.getByRole('heading', { level: 1, name: words.signIn }))).toBeVisible()
  if (await confirm.isVisible()) await confirm.click()
  await expect(page).toHaveURL(/\/auth/)
}

export async function signIn(page: Page, words: Words, email: string) {
  // a refusal of a call from before may arrive after the page has changed
  signingOut.delete(page)
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: words.signIn, exact: true }).click()
}

export const bubbles = (page: Page) => page.getByTestId('bubble')
/** Text of the last message, without its speaker. */
export const lastParagraph = (page: Page) => bubbles(page).last().getByRole('paragraph').first()
export const field = (page: Page, words: Words, name: string) => page.getByRole('textbox', { name: words.write(name) })

/** Asks. A reply without a model may end before the next look at the page. */
export async function ask(page: Page, words: Words, name: string, question: string) {
  await write(page, words, name, question)
  await page.keyboard.press('Enter')
  await expect(bubbles(page).filter({ hasText: question }).last()).toBeVisible()
}

/** Fills the field and waits until the text can be sent. */
export async function write(page: Page, words: Words, name: string, text: string) {
  await field(page, words, name).fill(text)
  await expect(page.getByRole('button', { name: words.send })).toBeEnabled()
}

export const expectAnswered = (page: Page, words: Words) =>
  expect(page.getByRole('button', { name: words.send }).and(page.locator(':not([aria-busy])'))).toBeVisible({ timeout: 20_000 })

export async function start(page: Page, words: Words, name: string) {
  await page.getByRole('searchbox', { name: words.search }).fill(name)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: words.start(name) }).click()
}

/** Generates the replies of the agents. */
interface Engine {
  /** Whether its replies are labelled as made without a model. */
  offline: boolean
  /** Checks a page with axe; one engine is enough for the same pages. */
  inspect?: (page: Page) => Promise<void>
  /** Pauses the next reply in the middle until the returned function is called. */
  hold?: () => () => void
}

/** Signs up, holds three conversations with any engine, and signs out. */
export async function journey(page: Page, words: Words, { offline, inspect = async () => {}, hold }: Engine) {
  const email = uniqueEmail(`chat-${words.tag}`)
  await signUp(page, words, email)
  await signOut(page, words)

  // a visitor sees all agents, is asked to sign in, and returns to the same agent
  await page.goto(`${words.path}/marketplace`)
  expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThanOrEqual(3)
  await inspect(page)
  await start(page, words, ada)
  await expect(page.getByText(words.needed)).toBeVisible()
  await signIn(page, words, email)
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle(new RegExp(`^${words.title(ada)}`))
  await expect(page.getByRole('heading', { name: words.empty })).toBeVisible()
  await inspect(page)

  const releaseReply = hold?.()
  await ask(page, words, ada, words.questions[0] ?? '')
  if (releaseReply) {
    // a reply continues after a reload in the middle of it
    await expect(bubbles(page)).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('button', { name: words.stop })).toBeVisible()
    releaseReply()
  }
  await expectAnswered(page, words)
  await expect(bubbles(page)).toHaveCount(2)
  await page.getByRole('button', { name: words.details }).click()
  await expect(page.getByText(words.offline)).toHaveCount(offline ? 1 : 0)
  await inspect(page)
  const whole = await bubbles(page).last().innerText()
  const address = page.url()

  // unsent text is kept too
  await field(page, words, ada).fill('?!')
  await page.goto(`${words.path}/marketplace`)

  await start(page, words, leonardo)
  const starters = page.getByRole('list', { name: words.starters }).getByRole('button')
  await starters.first().click()
  await expect(bubbles(page)).toHaveCount(2)
  await expectAnswered(page, words)
  if (hold) await stopAndRetry(page, words, hold)
  // messages out of view may not be in the page
  await expect(lastParagraph(page)).not.toBeEmpty()

  await inTwoTabs(page, words, machado, inspect)
  await throughHistory(page, words, inspect)
  await expect(page).toHaveURL(address)
  await expect(bubbles(page).last()).toHaveText(whole, { useInnerText: true })
  await expect(field(page, words, ada)).toHaveValue('?!')

  await signOut(page, words)
  await page.goto(address)
  await expect(page).toHaveURL(/\/auth\?/)
  return whole
}

async function stopAndRetry(page: Page, words: Words, hold: () => () => void) {
  const release = hold()
  await ask(page, words, leonardo, words.edited)
  await page.getByRole('button', { name: words.stop }).click()
  await expect(page.getByText(words.stopped)).toBeVisible()
  release()
  await page.getByRole('button', { name: words.retry }).click()
  await expect(page.getByText(words.stopped)).toBeHidden()
  await expectAnswered(page, words)
  await expect(page.getByText(words.stopped)).toBeHidden()
}

/** Expects the only reply to be complete: its details are there. The button can be pressed again before the reply begins. */
const expectWhole = (page: Page, words: Words) => expect(page.getByRole('button', { name: words.details })).toBeVisible()

/** A second tab of the same conversation shows what the first one asks. */
async function inTwoTabs(page: Page, words: Words, name: string, inspect: (page: Page) => Promise<void>) {
  await page.getByRole('link', { name: words.back }).click()
  await start(page, words, name)
  await expect(page).toHaveURL(/\/chat\//)
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await expect(tab.getByRole('heading', { name: words.empty })).toBeVisible()
  await ask(page, words, name, words.questions[1] ?? '')
  await expect(bubbles(tab).first()).toContainText(words.questions[1] ?? '')
  await expectAnswered(page, words)
  await expectWhole(page, words)
  await expect(bubbles(tab).last()).toHaveText(await bubbles(page).last().innerText(), { useInnerText: true })
  await throughVersions(page, tab, words, name, inspect)
  await tab.close()
}

export const versions = (page: Page, words: Words) => page.getByRole('group', { name: words.versions })

/** Edits the only question, then switches to the previous version and back; another tab follows. */
async function throughVersions(page: Page, tab: Page, words: Words, name: string, inspect: (page: Page) => Promise<void>) {
  const earlier = await bubbles(page).allInnerTexts()
  await edit(page, words, name, words.edited)
  await expectAnswered(page, words)
  await expectWhole(page, words)
  const later = await bubbles(page).allInnerTexts()
  expect(later).not.toEqual(earlier)
  const expectVersion = async (number: number, shown: string[]) => {
    for (const open of [page, tab]) {
      await expect(versions(open, words)).toHaveText(words.version(number, 2))
      await expect(bubbles(open)).toHaveText(shown, { useInnerText: true })
    }
  }
  await expectVersion(2, later)
  await inspect(page)
  await tab.getByRole('button', { name: words.previous }).click()
  await expectVersion(1, earlier)
  await page.reload()
  await expectVersion(1, earlier)
  await page.getByRole('button', { name: words.next }).click()
  await expectVersion(2, later)
}

/** Edits a conversation's first question. */
export async function edit(page: Page, words: Words, name: string, question: string) {
  await page.getByRole('button', { name: words.edit }).first().click()
  await write(page, words, name, question)
  await page.keyboard.press('Enter')
  await expect(versions(page, words)).toBeVisible()
}

/** The history finds a conversation by its text, ignoring accents, and opens it. */
async function throughHistory(page: Page, words: Words, inspect: (page: Page) => Promise<void>) {
  const history = await openHistory(page, words)
  await expect(history.getByRole('listitem')).toHaveCount(3)
  // each is named after its first question
  await expect(history.getByRole('link', { name: words.questions[0] })).toHaveCount(1)
  await inspect(page)
  await history.getByRole('button', { name: words.remove }).first().click()
  await history.getByRole('button', { name: words.undo }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await history.getByRole('searchbox', { name: words.searchHistory }).fill(words.sought)
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await history.getByRole('button', { name: words.rename }).click()
  await history.getByRole('textbox', { name: words.newTitle }).fill('Babbage')
  await history.getByRole('button', { name: words.save }).click()
  await history.getByRole('link', { name: 'Babbage' }).click()
}

/** Returns the list of conversations: a column if there is room for it, else a drawer. */
export async function openHistory(page: Page, words: Words) {
  if ((page.viewportSize()?.width ?? 0) >= 1024) return page.getByRole('navigation', { name: words.conversations })
  await page.getByRole('button', { name: words.history }).click()
  return page.getByRole('dialog')
}
