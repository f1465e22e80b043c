import { test as plain } from '@playwright/test'
import { anyWidth, expect, holdScripts, test, uniqueEmail, waitForScripts } from '../support/fixtures.ts'

// without the console check, because Chromium reports the expected 400 of a rejected form
plain.describe('without scripts', () => {
  plain.use({ javaScriptEnabled: false })

  for (const { path, join, joined, invalid, code, unknown, without } of [
    {
      path: '/',
      join: 'Join the waitlist',
      joined: /You are [\d,]+\w\w on the list/,
      invalid: 'Invalid email.',
      code: 'Invitation code',
      unknown: 'Invalid or expired invitation code.',
      without: 'Join without the invitation',
    },
    {
      path: '/pt',
      join: 'Entrar na lista',
      joined: /[\d.]+º lugar/,
      invalid: 'E-mail inválido.',
      code: 'Código de convite',
      unknown: 'Código de convite inválido ou esgotado.',
      without: 'Entrar sem o convite',
    },
  ]) {
    plain(`the form on ${path} joins, reports errors, and keeps the e-mail out of the URL`, anyWidth, async ({ page }) => {
      const email = uniqueEmail('plain')
      const section = page.locator('#email-collection')
      await page.goto(`${path}?utm_source=x&REF=friend).`)
      await section.getByRole('textbox').fill('nobody')
      await section.getByRole('button', { name: join }).click()
      // on the same screen, although the page is another
      await expect(section.getByText(invalid)).toBeInViewport()
      await expect(section.getByRole('textbox')).toHaveValue('nobody')
      await expect(section.locator('[name=invitedByCode]')).toHaveValue('FR1END')

      // corrected and submitted again on the page that rejected it
      await section.getByRole('textbox').fill(email)
      await section.getByRole('button', { name: join }).click()
      await expect(section.getByRole('textbox', { name: code })).toHaveValue('FR1END')
      await expect(section.getByText(unknown)).toBeVisible()
      // what cannot be a code is unknown too, and can be corrected again
      await section.getByRole('textbox', { name: code }).fill('my friend’s code')
      await section.getByRole('button', { name: join, exact: true }).click()
      await expect(section.getByText(unknown)).toBeVisible()
      if (path === '/') await section.getByRole('button', { name: without }).click()
      else {
        // the address of the invitation counts no more
        await section.getByRole('textbox', { name: code }).fill('')
        await section.getByRole('button', { name: join, exact: true }).click()
      }
      await expect(section.getByRole('heading', { name: joined })).toBeVisible()
      expect(page.url()).not.toContain('example.com')
      await expect(page.locator('html')).toHaveAttribute('lang', path === '/pt' ? 'pt-BR' : 'en-US')

      // a reload posts the same form again
      await page.reload()
      await expect(section.getByRole('heading', { name: joined })).toBeVisible()
    })
  }
})

test('keeps an e-mail typed before the scripts load, and joining opens the survey as usual', anyWidth, async ({ page }) => {
  const releaseScripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const email = uniqueEmail('early')
  await page.getByRole('textbox', { name: /^E-?mail$/ }).fill(email)
  releaseScripts()
  await waitForScripts(page)
  await expect(page.getByRole('textbox', { name: /^E-?mail$/ })).toHaveValue(email)
  await page.getByRole('textbox', { name: /^E-?mail$/ }).press('Enter')
  // as after any join: the survey, and the result behind it
  await page.getByRole('dialog', { name: 'Three questions' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: /on the list/ })).toBeVisible()
})
