import { type AddressInfo, createServer } from 'node:net'
import { chromiumOptions } from '@duo/platform/testing/servers/chromium.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startConversation } from '../conversations.ts'
import { makePerson } from '../people.ts'
import { isChosen, noteAttack } from '../seed.ts'
import { startSite } from '../site.ts'
import { hostileMarkdown } from './hostile-markdown.ts'

/**
 * Renders hostile replies and questions in Chromium: while streaming, stored, shared, and without JavaScript. All other host
 * names resolve to a local trap, which also counts connections that no page reports.
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

// Chromium also connects on its own, so count by the host name, which is in the first bytes, even with TLS
let trapped = 0
const canary = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (bytes) => {
    if (bytes.includes('outside.example')) trapped += 1
    socket.destroy()
  })
})
await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done))
afterAll(() => void canary.close())

let browser: Awaited<ReturnType<typeof chromium.launch>>
beforeAll(async () => {
  browser = await chromium.launch({
    ...chromiumOptions,
    args: [
      ...chromiumOptions.args,
      `--host-resolver-rules=MAP * 127.0.0.1:${(canary.address() as AddressInfo).port}, EXCLUDE 127.0.0.1`,
    ],
  })
})
afterAll(() => browser?.close())

async function openWatchedPage(options: { isSignedIn?: boolean; javaScriptEnabled?: boolean } = {}) {
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

const findUnsafeElements = (page: Page) =>
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

async function expectHarmless(
  { page, outside }: Awaited<ReturnType<typeof openWatchedPage>>,
  address: string,
  { scripts = true } = {},
) {
  // an immediate preconnect or refresh has happened by now
  await page.waitForLoadState('networkidle')
  expect(outside).toEqual([])
  expect(new URL(page.url()).pathname).toBe(address)
  expect(await findUnsafeElements(page)).toEqual([])
  if (scripts) expect(await isPwned(page)).toBe(false)
  expect(trapped, 'connections to other sites').toBe(0)
}

// each takes seconds, so `npm test` picks a few; the streaming reply below contains all of them
const chosen = Object.entries(hostileMarkdown).filter(([name]) => isChosen(name, 8))

describe.each(chosen)('a reply with %s', (name, text) => {
  test('contacts no other site, runs no script and does not navigate: stored, shared, and shared without JavaScript', async () => {
    // the distress rules mistake this text for an emergency and would replace the reply with helplines
    const question = name === 'comments and CDATA' ? name : `${name}: ${text}`.slice(0, 3_900)
    replyOf.set(question, text)
    await site.forgetLimits()
    const conversation = await startConversation(site.url, person, agent.id, question)
    const { data } = await conversation.browser.call('chat.share', { id: conversation.conversationId })
    const address = `/shared/${(data as { token: string }).token}`
    // one after the other: on a busy machine the server may shed pages that are asked for at once
    await expectHarmlessChat(conversation.conversationId)
    await expectHarmlessShared(address, name, true)
    await expectHarmlessShared(address, name, false)
    await conversation.browser.call('chat.remove', { id: conversation.conversationId })
  })
})

async function expectHarmlessChat(conversationId: string) {
  const mine = await openWatchedPage({ isSignedIn: true })
  await mine.page.goto(`${site.url}/chat/${conversationId}`)
  // a long conversation renders only its last bubbles
  await mine.page.getByTestId('bubble').last().waitFor()
  await expectHarmless(mine, `/chat/${conversationId}`)
  await mine.context.close()
}

async function expectHarmlessShared(address: string, name: string, javaScriptEnabled: boolean) {
  const reader = await openWatchedPage({ javaScriptEnabled })
  const response = await reader.page.goto(site.url + address)
  expect(response?.status()).toBe(200)
  await reader.page.getByText(name).first().waitFor()
  await expectHarmless(reader, address, { scripts: javaScriptEnabled })
  await reader.context.close()
}

test('a streaming reply that contains all of them contacts no other site and runs no script', async () => {
  const conversation = await startConversation(site.url, person, agent.id, 'Anything else?')
  const live = await openWatchedPage({ isSignedIn: true })
  await live.page.goto(`${site.url}/chat/${conversation.conversationId}`)
  // text typed before hydration is not sent
  await live.page.waitForLoadState('networkidle')
  replyOf.set('All at once, please.', Object.values(hostileMarkdown).join('\n\n'))
  await live.page.getByRole('textbox').last().fill('All at once, please.')
  await live.page.keyboard.press('Enter')
  await live.page.getByText('onmouseover').first().waitFor()
  await expectHarmless(live, `/chat/${conversation.conversationId}`)
  await live.context.close()
  noteAttack(
    `${chosen.length} of ${Object.keys(hostileMarkdown).length} hostile replies × 3 pages, and all in one streaming reply: ${trapped} connections to other sites`,
  )
})

test('the trap detects a request to another site', async () => {
  const { page, context, outside } = await openWatchedPage()
  await page.goto(`${site.url}/robots.txt`)
  await page.goto('http://outside.example/a').catch(() => {})
  expect(outside.some((what) => what.includes('outside.example'))).toBe(true)
  expect(trapped).toBeGreaterThan(0)
  await context.close()
})
