import { test as plain } from '@playwright/test'
import { journey, signUp } from '../support/chat-journey.ts'
import { anyWidth, expect, expectAccessible, test, uniqueEmail } from '../support/fixtures.ts'
import { inParts, test as withModel } from '../support/model.ts'
import { languages, portuguese } from '../words/chat-words.ts'

for (const words of languages) {
  const title = `a user holds three conversations in ${words.tag}, from the marketplace to signing out`
  const onlyOnce = 'each language once: English on a desktop, Portuguese on a phone'

  test(`${title}, with the offline engine`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (words.tag === 'pt'), onlyOnce)
    test.setTimeout(120_000)
    await journey(page, words, { offline: true, inspect: expectAccessible })
  })

  withModel(`${title}, with a model`, async ({ page, isMobile, served: { model } }) => {
    test.skip(isMobile !== (words.tag === 'pt'), onlyOnce)
    test.setTimeout(120_000)
    const hold = () => {
      const { answer, release } = inParts('It weaves patterns,', ' as the loom weaves leaves.')
      model.queue.push(answer)
      return release
    }
    const whole = await journey(page, words, { offline: false, hold })
    expect(whole).toContain('It weaves patterns, as the loom weaves leaves.')
    expect(model.calls.map(({ request }) => request.messages.at(-1)?.content)).toEqual(expect.arrayContaining(words.questions))
  })
}

// without the console check, because the failed call is reported there
plain('a conversation that does not exist returns 404 and shows the not-found page', anyWidth, async ({ page }) => {
  const words = portuguese
  await signUp(page, words, uniqueEmail('chat-missing'))
  const answer = await page.request.get('/pt/chat/01a1feb3-934f-70e6-b492-e26717e0a7f7')
  expect(answer.status()).toBe(404)
  // navigate in the app, so that the browser requests it
  await page.goto('/pt/account')
  await page.evaluate(() => history.pushState({}, '', '/pt/chat/01a1feb3-934f-70e6-b492-e26717e0a7f7'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page.getByRole('heading', { name: words.missing })).toBeVisible()
  await page.getByRole('link', { name: words.back }).click()
  await expect(page).toHaveURL(/\/pt\/marketplace$/)
})
