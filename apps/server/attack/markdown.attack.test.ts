import { type AddressInfo, createServer } from 'node:net'
import { startModelServer } from '@duo/platform/testing/model-server.ts'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTalk } from './conversations.ts'
import { hostileMarkdown } from './hostile-markdown.ts'
import { makePerson } from './people.ts'
import { isChosen, noteAttack } from './seed.ts'
import { startSite } from './site.ts'

/**
 * Replies and questions full of what makes a browser ask elsewhere or run something, in Chromium: growing, stored, on a shared page and
 * without scripts. Every name but ours leads to a trap on this machine, so that connections which no page reports are counted, too.
 */
const replyOf = new Map<string, string>()
const model = await startModelServer({
  usual: ({ messages }) => ({
    kind: 'text',
    pieces: replyOf.get(messages.at(-1)?.content ?? '')?.match(/.{1,7}/gsu) ?? ['Nothing.'],
  }),
})
afterAll(model.close)
const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local' } })
const { db } = site.database
const agent = await db.selectFrom('marketplace_agent').select('id').executeTakeFirstOrThrow()
const person = await makePerson(db)

// Chromium has errands of its own; the name that it asks for stands in the first bytes, also of TLS
let trapped = 0
const trap = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (bytes) => {
    if (bytes.includes('outside.example')) trapped += 1
    socket.destroy()
  })
})
await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done))
afterAll(() => void trap.close())

let browser: Awaited<ReturnType<typeof chromium.launch>>
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--host-resolver-rules=MAP * 127.0.0.1:${(trap.address() as AddressInfo).port}, EXCLUDE 127.0.0.1`,
    ],
  })
})
afterAll(() => browser?.close())

/** A browser context that notes whatever a page does that a reply must not cause. */
async function watched(options: { isSignedIn?: boolean; javaScriptEnabled?: boolean } = {}) {
  const { isSignedIn = false, javaScriptEnabled = true } = options
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled })
  if (isSignedIn)
    await context.addCookies([
      { name: 'duo.session_token', value: encodeURIComponent(person.bearer), url: site.url, httpOnly: true },
    ])
  const page: Page = await context.newPage()
  const outside: string[] = []
  const note = (what: string) => outside.push(what)
  const isOurs = (url: string) => url.startsWith(`${site.url}/`) || url.startsWith('data:') || url === 'about:blank'
  context.on('request', (request) => isOurs(request.url()) || note(`request ${request.url()}`))
  context.on('page', (opened) => note(`window ${opened.url()}`))
  page.on('dialog', (dialog) => {
    note(`dialog ${dialog.message()}`)
    dialog.dismiss()
  })
  page.on('framenavigated', (frame) => isOurs(frame.url()) || note(`navigation ${frame.url()}`))
  page.on('console', (message) => /content security policy/i.test(message.text()) && note(`blocked: ${message.text()}`))
  return { context, page, outside }
}

/** What stands in the bubbles of a conversation that has no business there. */
const strange = (page: Page) =>
  page
    .getByTestId('bubble')
    .evaluateAll((bubbles) =>
      bubbles.flatMap((bubble) => [
        ...[
          ...bubble.querySelectorAll(
            'img, script, iframe, object, embed, video, audio, style, link, meta, base, form, input, math, image, use',
          ),
        ].map(({ outerHTML }) => outerHTML.slice(0, 200)),
        ...[...bubble.querySelectorAll('a')]
          .filter(
            ({ href, rel }) => !/^(?:https:\/\/[^/]|mailto:|tel:)/.test(href) || !/noopener/.test(rel) || !/noreferrer/.test(rel),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        ...[...bubble.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'ping' || name === 'srcdoc'),
        ),
      ]),
    )

const isPwned = (page: Page) => page.evaluate(() => 'pwned' in window)

/** Fails if the page did, or holds, anything that the text asked for. */
async function expectHarmless({ page, outside }: Awaited<ReturnType<typeof watched>>, address: string, { scripts = true } = {}) {
  // a preconnect, or a refresh after no time, would have come by now
  await page.waitForLoadState('networkidle')
  expect(outside).toEqual([])
  expect(new URL(page.url()).pathname).toBe(address)
  expect(await strange(page)).toEqual([])
  if (scripts) expect(await isPwned(page)).toBe(false)
  expect(trapped, 'connections to other sites').toBe(0)
}

/** Each takes seconds: `npm test` tries a few here, and all of them in the reply that grows. */
const chosen = Object.entries(hostileMarkdown).filter(([name]) => isChosen(name, 8))

describe.each(chosen)('%s', (name, text) => {
  test('ask no other site, run nothing and lead nowhere: stored, shared, and shared without scripts', async () => {
    // the rules about distress take this one for an emergency, and another text than the reply would come
    const question = name === 'comments and CDATA' ? name : `${name}: ${text}`.slice(0, 3_900)
    replyOf.set(question, text)
    await site.forgetLimits()
    const talk = await startTalk(site.url, person, agent.id, question)
    const mine = await watched({ isSignedIn: true })
    await mine.page.goto(`${site.url}/chat/${talk.conversationId}`)
    // of long ones only the last is drawn
    await mine.page.getByTestId('bubble').last().waitFor()
    await expectHarmless(mine, `/chat/${talk.conversationId}`)
    await mine.context.close()

    const { data } = await talk.browser.call('chat.share', { id: talk.conversationId })
    const address = `/shared/${(data as { token: string }).token}`
    for (const javaScriptEnabled of [true, false]) {
      const reader = await watched({ javaScriptEnabled })
      const response = await reader.page.goto(site.url + address)
      expect(response?.status()).toBe(200)
      await reader.page.getByText(name).first().waitFor()
      await expectHarmless(reader, address, { scripts: javaScriptEnabled })
      await reader.context.close()
    }
    await talk.browser.call('chat.remove', { id: talk.conversationId })
  })
})

test('all of it at once while a reply grows', async () => {
  const talk = await startTalk(site.url, person, agent.id, 'Anything else?')
  const live = await watched({ isSignedIn: true })
  await live.page.goto(`${site.url}/chat/${talk.conversationId}`)
  // what is typed before the scripts run is not sent
  await live.page.waitForLoadState('networkidle')
  replyOf.set('All at once, please.', Object.values(hostileMarkdown).join('\n\n'))
  await live.page.getByRole('textbox').last().fill('All at once, please.')
  await live.page.keyboard.press('Enter')
  await live.page.getByText('onmouseover').first().waitFor()
  await expectHarmless(live, `/chat/${talk.conversationId}`)
  await live.context.close()
  noteAttack(
    `${chosen.length} of ${Object.keys(hostileMarkdown).length} hostile replies × 3 pages, and all in one that grows: ${trapped} connections to other sites`,
  )
})

test('the trap catches what leaves', async () => {
  const { page, context, outside } = await watched()
  await page.goto(`${site.url}/robots.txt`)
  await page.goto('http://outside.example/a').catch(() => {})
  expect(outside.some((what) => what.includes('outside.example'))).toBe(true)
  expect(trapped).toBeGreaterThan(0)
  await context.close()
})
