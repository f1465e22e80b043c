import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { requireSession } from './require-session.ts'
import { createSessionStore } from './session-store.ts'

function searchOf(href: string): unknown {
  const auth = createSessionStore(null)
  try {
    requireSession({ context: { auth }, location: { href, pathname: '/account' } })
  } catch (error) {
    if (isRedirect(error)) return error.options.search
    throw error
  }
}

test('sign-in returns to the page with its query, and to the page alone if the query would not fit into a header', () => {
  expect(searchOf('/account?tab=keys')).toEqual({ mode: 'sign-in', next: '/account?tab=keys' })
  expect(searchOf(`/account?search=${'%E1%84%80'.repeat(800)}`)).toEqual({ mode: 'sign-in', next: '/account' })
})
