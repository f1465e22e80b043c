import { anyWidth, expect, test, uniqueEmail } from '../support/fixtures.ts'

test('who joined in this browser ends a page with the place instead of a call to join', anyWidth, async ({ page }) => {
  await page.goto('/pricing')
  const join = page.getByRole('link', { name: 'Join the waitlist' })
  await expect(join).not.toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'You are on the list.' })).toHaveCount(0)

  const data = { email: uniqueEmail('place'), language: 'en', invitedByCode: null }
  const answer = await page.request.post('/api/trpc/waitlist.join', { data })
  const { result } = (await answer.json()) as { result: { data: { ticket: string } } }
  const member = JSON.stringify({ ticket: result.data.ticket, email: data.email })
  await page.evaluate((text) => localStorage.setItem('duo.waitlist', text), member)
  for (const path of ['/pricing', '/about', '/community']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { name: 'You are on the list.' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Your place [\d,]+(?:st|nd|rd|th)$/ })).toBeVisible()
    await expect(join).toHaveCount(0)
  }
})
