import { openDatabase } from '@duo/db/connection/open.ts'
import { type Behaviour, startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { english } from '../words/chat-words.ts'
import { password } from './chat-journey.ts'
import { test as base, expect, uniqueEmail } from './fixtures.ts'
import { serveSite, startLimit } from './site.ts'

/** Starts a server for this worker whose agents use a model, and that model. */
async function serveModel() {
  const model = await startModelServer()
  const site = await serveSite({ AI_BASE_URL: model.url, AI_MODEL: 'local', LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
  return {
    ...site,
    model,
    db: database.db,
    close: async () => {
      await database.close()
      await site.close()
      await model.close()
    },
  }
}
export type Served = Awaited<ReturnType<typeof serveModel>>

/** Visits that server instead of the shared one. */
export const test = base.extend<object, { served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns what a fixture needs
    async ({}, use) => {
      const served = await serveModel()
      await use(served)
      await served.close()
    },
    { scope: 'worker', timeout: startLimit },
  ],
  baseURL: async ({ served }, use) => use(served.url),
})

/** Short pieces of a text: a piece for each word of a long one would take a busy machine many seconds. */
const sentences = (text: string) => text.match(/[^.]*\.|[^.]+/g) ?? []

/** A reply in parts: the first is sent at once, and each call of `release` releases the next one. */
export function inParts(first: string, ...rest: string[]) {
  const gates = rest.map(() => Promise.withResolvers<void>())
  async function* pieces() {
    yield* words(first)
    for (const [index, part] of rest.entries()) {
      await gates[index]?.promise
      yield* sentences(part)
    }
  }
  let next = 0
  const release = () => {
    gates[next]?.resolve()
    next += 1
  }
  return { answer: { kind: 'text', pieces: pieces(), gap: 2 } satisfies Behaviour, whole: [first, ...rest].join(''), release }
}

interface Place {
  page: Page
  context: BrowserContext
  served: Pick<Served, 'url' | 'db'>
}

/** Opens an empty conversation with Ada, as a new user. */
export async function openConversation({ page, context, served }: Place, { path } = english) {
  const person = await signedIn(context, served)
  await page.goto(`${served.url}${path}/marketplace?start=ada-lovelace`)
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('textbox')).toBeVisible()
  return person
}

/** Signs in a new, confirmed user, for tests that are not about signing up. */
async function signedIn(context: BrowserContext, served: Place['served']) {
  const email = uniqueEmail('talks')
  const post = async (path: string, data: object) => {
    const answer = await context.request.post(`${served.url}/api/auth/${path}`, { data, headers: { origin: served.url } })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  }
  await post('sign-up/email', { name: 'Ana Souza', email, password, language: 'en' })
  const { id } = await served.db
    .updateTable('auth_user')
    .set({ email_verified: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await post('sign-in/email', { email, password })
  return { email, id }
}
