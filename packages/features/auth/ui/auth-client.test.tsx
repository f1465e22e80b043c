import { network } from '@duo/platform/testing/component-setup.ts'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { bindStorageToUser, resetClientState } from './auth-client.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('the stored entries of earlier sign-ins are wiped, also when the server cannot end the session', async () => {
  network.use(http.post('http://localhost:3000/api/auth/sign-out', () => HttpResponse.error()))
  const stores = [localStorage, sessionStorage]
  for (const store of stores) {
    store.clear()
    for (const key of ['duo.auth', 'sb-project-auth-token', 'supabase.auth.token', 'duo.waitlist']) store.setItem(key, 'x')
  }
  await resetClientState()
  for (const store of stores) expect(Object.keys(store)).toEqual(['duo.waitlist'])
})

test('a draft that a tab holds for its owner is deleted when another user signs in there', () => {
  for (const key of ['duo.held.ana.chat', 'duo.held.bia.chat', 'duo.ref']) sessionStorage.setItem(key, '{}')
  bindStorageToUser('ana')
  expect(Object.keys(sessionStorage).sort()).toEqual(['duo.held.ana.chat', 'duo.ref'])
})
