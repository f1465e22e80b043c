import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { newAddress, testBrowser } from '@duo/server/testing/accounts.ts'
import { consentAtProvider, openCallback, startSignIn } from '@duo/server/testing/provider-journey.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test, vi } from 'vitest'

const google = await startOpenIdProvider()
const app = await testApp(google.settings)
afterAll(async () => {
  await app.close()
  await google.close()
})

type Browser = ReturnType<typeof testBrowser>

const person = () => ({ email: newAddress() })
const stateCookies = ({ cookies }: Browser) => [...cookies.keys()].filter((name) => name.startsWith('duo.state'))
const failed = (next: string) => ({
  callbackURL: `/pt${next}`,
  errorCallbackURL: `/pt/auth?${new URLSearchParams({ provider: 'google', mode: 'sign-in', next })}`,
})

test('two tabs that wait at the provider both finish, in either order, each at its own page', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const browser = testBrowser(app.url)
    const tabs = ['/chat/first', '/account'].map((page) => ({ callbackURL: page, who: person() }))
    const starts: URL[] = []
    for (const { callbackURL } of tabs) starts.push(await startSignIn(browser, undefined, { callbackURL }))
    const backs: URL[] = []
    for (const [index, start] of starts.entries()) backs.push(await consentAtProvider(browser, start, tabs[index]?.who ?? {}))
    for (const index of order) {
      expect(await openCallback(browser, backs[index] as URL)).toBe(tabs[index]?.callbackURL)
      const session = (await browser.call('auth.session')).data as { user: { email: string } } | null
      expect(session?.user.email).toBe(tabs[index]?.who.email)
    }
  }
})

test('a browser keeps five attempts; the oldest is dropped and asks to begin again', async () => {
  const browser = testBrowser(app.url)
  const start = Date.now()
  const now = vi.spyOn(Date, 'now')
  const backs: URL[] = []
  for (let index = 0; index < 6; index++) {
    now.mockReturnValue(start + index * 1000)
    backs.push(await consentAtProvider(browser, await startSignIn(browser), person()))
  }
  now.mockRestore()
  expect(stateCookies(browser)).toHaveLength(5)
  expect(await openCallback(browser, backs[0] as URL)).toMatch(/^\/auth\?error=state_mismatch/)
  for (const back of backs.slice(1)) expect(await openCallback(browser, back)).toBe('/marketplace')
})

test('a callback that comes twice, or too late, keeps the language and the page to return to', async () => {
  const browser = testBrowser(app.url)
  const urls = failed('/chat/agent?x=1')
  const back = await consentAtProvider(browser, await startSignIn(browser, undefined, urls), person())
  expect(await openCallback(browser, back)).toBe('/pt/chat/agent?x=1')
  expect(await openCallback(browser, back)).toBe(`${urls.errorCallbackURL}&error=state_mismatch`)

  const late = testBrowser(app.url)
  const lateBack = await consentAtProvider(late, await startSignIn(late, undefined, urls), person())
  await app.db.deleteFrom('auth_verification').execute()
  expect(await openCallback(late, lateBack)).toBe(`${urls.errorCallbackURL}&error=state_mismatch`)
})

test('the state of another attempt, or a forged cookie, opens no session', async () => {
  const [browser, attacker] = [testBrowser(app.url), testBrowser(app.url)]
  await startSignIn(browser)
  const theirs = await consentAtProvider(attacker, await startSignIn(attacker), person())
  const [name = ''] = stateCookies(browser)
  const state = theirs.searchParams.get('state') ?? ''
  const forged = name.replace(/[\w-]{8}$/, state.slice(0, 8))
  const own = browser.cookies.get(name) ?? ''
  for (const value of [own, `${state}.c2lnbmVk`, `${state}.c2lnbmVk:${Buffer.from('//evil.test').toString('base64url')}`, '']) {
    browser.cookies.set(forged, value)
    expect(await openCallback(browser, theirs)).toMatch(/^\/auth\?error=state_mismatch/)
  }
  expect((await browser.call('auth.session')).data).toBeNull()
})
