import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { setDocumentLocale } from '../i18n/browser.ts'

export const network = setupServer()

/** Browser APIs that jsdom lacks; reduced motion skips animations. */
const browser = {
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('reduced-motion: reduce'), onchange: null }),
  scrollTo: () => {},
}

/** jsdom knows the element, but neither opens nor closes it. */
const dialog = {
  showModal(this: HTMLDialogElement) {
    this.open = true
    this.querySelector('button')?.focus()
    this.onkeydown = ({ key }) => key === 'Escape' && this.close()
  },
  close(this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
}

configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => {
  Object.assign(window, browser)
  Object.assign(HTMLDialogElement.prototype, dialog)
  Element.prototype.scrollIntoView ??= () => {}
  setDocumentLocale()
  network.listen({ onUnhandledFrame: 'error' })
})
// a part with a React root of its own may appear after its test; files share one document
beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  network.resetHandlers()
  document.documentElement.lang = 'en'
})
afterAll(() => network.close())
