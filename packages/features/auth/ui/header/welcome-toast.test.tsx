import '@duo/platform/testing/component-setup.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderWelcome } from './welcome-toast.tsx'

afterEach(() => {
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
})

test.each([
  ['/', /^Your email is confirmed and you are signed in\. Next, choose an agent/],
  ['/studio', /^Your email is confirmed and you are signed in\.$/],
])('the welcome at %s names a next step only where the user has chosen none', async (path, text) => {
  window.history.replaceState(null, '', path)
  renderWelcome('Ana', false)
  expect(await screen.findByText(text)).toBeVisible()
})
