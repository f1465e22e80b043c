import { randomBytes } from 'node:crypto'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

let people = 0

/** An address that nobody else in this run has. */
export const newAddress = () => `person-${process.pid}-${++people}-${randomBytes(3).toString('hex')}@example.com`

/** A browser, as far as accounts go: keeps cookies, names its origin, says that it is one. */
export function testBrowser(url: string) {
  const cookies = new Map<string, string>()
  const origin = new URL(url).origin
  async function request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), origin, 'sec-fetch-site': 'same-origin', ...init.headers }
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const json = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => null)) as Record<string, unknown> | null,
  })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
  return {
    cookies,
    request,
    /** One of better-auth's calls. */
    auth: async (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      json(await post(`/api/auth/${path}`, body, headers)),
    /** A procedure, posted as the site's client posts it: its answer, or the code of its failure. */
    call: async (procedure: string, input?: unknown, headers?: Record<string, string>) => {
      const { status, body } = await json(await post(`/api/trpc/${procedure}`, input ?? {}, headers))
      const { result, error } = body as { result?: { data: unknown }; error?: { data: { appCode: string; fields?: object } } }
      return { status, data: result?.data as never, code: error?.data.appCode, fields: error?.data.fields }
    },
  }
}

/** The token in the link of a mail, which stands in the fragment. */
export const tokenIn = (text: string) => /#([\w.-]+)/.exec(text)?.[1] ?? ''

export const password = 'abacate-azul-77'

/** Somebody with an account, and their browser. */
export async function signUp(app: App, overrides: { email?: string; name?: string; language?: string; next?: unknown } = {}) {
  const browser = testBrowser(app.url)
  const person = { name: 'Ana Souza', email: newAddress(), password, language: 'en', ...overrides }
  const answer = await browser.auth('sign-up/email', person)
  return { browser, person, answer }
}

/** Somebody whose address is confirmed and who is signed in by that. */
export async function confirmed(
  app: App,
  inbox: Awaited<ReturnType<App['mails']>>,
  overrides: { email?: string; name?: string; language?: string } = {},
) {
  const { browser, person } = await signUp(app, overrides)
  const mail = await inbox.next(person.email)
  await browser.auth('confirm-email', { token: tokenIn(mail.text) })
  return { browser, person }
}
