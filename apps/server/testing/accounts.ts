import { randomBytes } from 'node:crypto'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

let people = 0

/** Returns an e-mail address that is unique in this run. */
export const newAddress = () => `person-${process.pid}-${++people}-${randomBytes(3).toString('hex')}@example.com`

/** Behaves like a browser for sign-in: keeps cookies and sends Origin and fetch metadata. */
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
    /** Calls a better-auth endpoint. */
    auth: async (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      json(await post(`/api/auth/${path}`, body, headers)),
    /** Calls a procedure as the site's client does. Returns its output or the error code. */
    call: async (procedure: string, input?: unknown, headers?: Record<string, string>) => {
      const { status, headers: sent, body } = await json(await post(`/api/trpc/${procedure}`, input ?? {}, headers))
      const { result, error } = body as { result?: { data: unknown }; error?: { data: { appCode: string; fields?: object } } }
      return { status, headers: sent, data: result?.data as never, code: error?.data.appCode, fields: error?.data.fields }
    },
  }
}

// the token is in the URL's fragment
export const tokenIn = (text: string) => /#([\w.-]+)/.exec(text)?.[1] ?? ''

/** The code that is printed beside a mailed link. */
export const codeIn = (text: string) => /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}$/m.exec(text)?.[0] ?? ''

export const password = 'abacate-azul-77'

export async function signUp(app: App, overrides: { email?: string; name?: string; language?: string; next?: unknown } = {}) {
  const browser = testBrowser(app.url)
  const person = { name: 'Ana Souza', email: newAddress(), password, language: 'en', ...overrides }
  const answer = await browser.auth('sign-up/email', person)
  return { browser, person, answer }
}

/** Creates an account with a confirmed address, signed in by its confirmation link. */
export async function createConfirmedAccount(
  app: App,
  inbox: Awaited<ReturnType<App['mails']>>,
  overrides: { email?: string; name?: string; language?: string } = {},
) {
  const { browser, person } = await signUp(app, overrides)
  const mail = await inbox.next(person.email)
  await browser.call('auth.confirmEmail', { token: tokenIn(mail.text) })
  return { browser, person }
}
