import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { setDocumentLocale } from '../i18n/browser.ts'

/** The network of component tests: a call nobody answers fails the test. */
export const network = setupServer()

/** What pages ask of a browser and jsdom lacks: here motion is reduced, so that what moves is there at once. */
const browser = {
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('reduced-motion: reduce'), onchange: null }),
  scrollTo: () => {},
}

// what is waited for comes within milliseconds, on a busy machine within seconds
configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => {
  Object.assign(window, browser)
  setDocumentLocale()
  network.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => {
  cleanup()
  network.resetHandlers()
  document.documentElement.lang = 'en'
})
afterAll(() => network.close())
