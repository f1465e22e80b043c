import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLanguage } from '../script/language.ts'
import { LanguageSwitcher } from './language-switcher.tsx'

let stop = new AbortController()
beforeEach(() => {
  stop = new AbortController()
  startLanguage(stop.signal)
})
afterEach(() => stop.abort())

test('links to the same page in both languages, with its query string', () => {
  render(<LanguageSwitcher locale="en" paths={{ en: '/pricing?ref=ABC', pt: '/pt/pricing?ref=ABC' }} />)
  const portuguese = screen.getByRole('link', { name: /Português/ })
  expect(portuguese).toHaveAttribute('href', '/pt/pricing?ref=ABC')
  expect(portuguese).toHaveAttribute('hreflang', 'pt-BR')
  expect(portuguese).not.toHaveAttribute('aria-current')
  const english = screen.getByRole('link', { name: /English/ })
  expect(english).toHaveAttribute('href', '/pricing?ref=ABC')
  expect(english).toHaveAttribute('aria-current', 'true')
})

test('saves the choice for the next visit', () => {
  render(<LanguageSwitcher locale="en" paths={{ en: '/', pt: '/pt' }} />)
  const portuguese = screen.getByRole('link', { name: /Português/ })
  portuguese.addEventListener('click', (event) => event.preventDefault())
  portuguese.click()
  expect(document.cookie).toContain('lang=pt')
})

test('a click adds the page’s UTM parameters to the link', () => {
  history.replaceState(null, '', '/?ref=ABC&utm_source=x')
  render(<LanguageSwitcher locale="en" paths={{ en: '/?ref=ABC', pt: '/pt?ref=ABC' }} />)
  const portuguese = screen.getByRole('link', { name: /Português/ })
  portuguese.addEventListener('click', (event) => event.preventDefault())
  portuguese.click()
  expect(portuguese).toHaveAttribute('href', expect.stringMatching(/\/pt\?ref=ABC&utm_source=x$/))
  history.replaceState(null, '', '/')
})

test('a click adds the page’s current fragment to the link', () => {
  render(<LanguageSwitcher locale="en" paths={{ en: '/?ref=ABC#product', pt: '/pt?ref=ABC#product' }} />)
  const portuguese = screen.getByRole('link', { name: /Português/ })
  portuguese.addEventListener('click', (event) => event.preventDefault())
  expect(portuguese).toHaveAttribute('href', '/pt?ref=ABC')
  location.hash = '#how-it-works'
  portuguese.click()
  expect(portuguese).toHaveAttribute('href', expect.stringMatching(/\/pt\?ref=ABC#how-it-works$/))
  location.hash = ''
  portuguese.click()
  expect(portuguese).toHaveAttribute('href', expect.stringMatching(/\/pt\?ref=ABC$/))
})
