import type { Page } from '@playwright/test'

/** Fakes Google: a container that sets its cookie and reports, as Google Analytics does. Returns the requests to other sites than `url`. */
export async function fakeGoogle(page: Page, url: string): Promise<string[]> {
  const requests: string[] = []
  page.context().on('request', (request) => {
    if (!request.url().startsWith(url)) requests.push(request.url())
  })
  await page.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `document.cookie = '_ga=GA1.1.1; path=/'; fetch('https://region1.google-analytics.com/g/collect?v=2', { mode: 'no-cors' })`,
    }),
  )
  await page.route('https://*.google-analytics.com/**', (route) => route.fulfill({ status: 204 }))
  return requests
}
