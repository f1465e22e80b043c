import { network } from '@duo/platform/testing/component-setup.ts'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { resetClientState } from './auth-client.ts'

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
