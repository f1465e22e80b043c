import type { testBrowser } from './accounts.ts'

type Browser = ReturnType<typeof testBrowser>

/** Identity on the provider's page. */
export interface Person {
  email?: string
  name?: string
  sub?: string
  confirmed?: boolean
  deny?: boolean
}

/** Requests the provider's URL; `alter` tampers with it. */
export async function startSignIn(
  browser: Browser,
  path = 'sign-in/social',
  { callbackURL = '/marketplace', errorCallbackURL = '/auth' } = {},
) {
  const { body } = await browser.auth(path, { provider: 'google', callbackURL, errorCallbackURL })
  return new URL(String(body?.url))
}

/** Follows the provider's pages up to the callback URL. */
export async function consentAtProvider(
  browser: Browser,
  address: URL,
  { email = '', name = 'Ana Souza', sub = '', confirmed = true, deny }: Person,
) {
  const form = new URLSearchParams({ email, name, sub, ...(confirmed && { confirmed: 'on' }), ...(deny && { deny: '1' }) })
  const follow = async (url: URL, init?: RequestInit) => {
    const response = await browser.request(url.href, init as never)
    return new URL(response.headers.get('location') ?? 'nowhere:', url)
  }
  const question = await follow(address)
  const resume = await follow(question, { method: 'POST', body: form })
  return follow(resume)
}

/** Opens the callback URL and returns the redirect. */
export async function openCallback(browser: Browser, address: URL) {
  const response = await browser.request(address.href, { headers: { 'sec-fetch-site': 'cross-site' } })
  return response.headers.get('location')
}
