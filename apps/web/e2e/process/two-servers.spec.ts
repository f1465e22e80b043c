import { hashingTimeout, openAccount } from '../support/account-journey.ts'
import { ask, bubbles, expectAnswered, lastParagraph, write } from '../support/chat-journey.ts'
import { e2eSite } from '../support/data-dir.ts'
import { expect, test, uniqueEmail } from '../support/fixtures.ts'
import { inParts, openConversation, test as withModel } from '../support/model.ts'
import { ownAddressOf } from '../support/own-address.ts'
import { languages } from '../words/account-words.ts'
import { ada, english } from '../words/chat-words.ts'

test.skip(e2eSite === 'one-server', 'tests nginx in front of two servers: npm run test:two-servers')

test('shows caught mails at a server’s own address but never through nginx', async ({ request, baseURL }) => {
  // nginx alternates, so both servers get requests
  for (let i = 0; i < 4; i++) expect((await request.get('/dev/mail')).status()).toBe(403)
  expect((await fetch(`${ownAddressOf(baseURL ?? '')}/dev/mail`)).status).toBe(200)
})

// the fixture fails if nginx cannot pass on a call, because the console reports it
withModel('a journey continues while the two servers restart one after the other', async ({ page, served }) => {
  withModel.setTimeout(120_000)
  // the other one shows the caught mails
  const first = served.restartServer(1)
  for (const language of languages.filter(({ tag }) => tag === 'en')) await openAccount(page, language, uniqueEmail('restarted'))
  await first
  const second = served.restartServer(0)
  await page.goto('/marketplace?start=ada-lovelace')
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
  await second
  const { answer, whole, release } = inParts('It weaves patterns,', ' as the loom weaves leaves.')
  served.model.queue.push(answer)
  await write(page, english, ada, 'What does it do?')
  await page.keyboard.press('Enter')
  // a server that has just started is slower
  await expect(lastParagraph(page)).toHaveText('It weaves patterns,', hashingTimeout)
  release()
  await expectAnswered(page, english)
  await expect(lastParagraph(page)).toHaveText(whole)
  await page.reload()
  await expect(bubbles(page)).toHaveCount(2)
  await expect(lastParagraph(page)).toHaveText(whole)
})

withModel.describe('with PgBouncer', () => {
  withModel.skip(e2eSite !== 'pooled', 'this run has no PgBouncer')
  withModel('a reply and its conversation continue when PgBouncer restarts', async ({ page, context, served }) => {
    await openConversation({ page, context, served })
    const { answer, whole, release } = inParts('It weaves patterns,', ' as the loom weaves leaves.')
    served.model.queue.push(answer)
    await ask(page, english, ada, 'What does it do?')
    await expect(lastParagraph(page)).toHaveText('It weaves patterns,')
    await served.restartPooler()
    release()
    await expectAnswered(page, english)
    await expect(lastParagraph(page)).toHaveText(whole)
    served.model.queue.push({ kind: 'text', pieces: ['On ', 'cards.'] })
    await ask(page, english, ada, 'From what?')
    await expectAnswered(page, english)
    await expect(lastParagraph(page)).toHaveText('On cards.')
  })
})
