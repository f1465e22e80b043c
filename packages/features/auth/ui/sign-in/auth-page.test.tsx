import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authKey } from '#session/ui/session-events.ts'
import { ana, onMutation, onQuery } from '#testing.tsx'
import { closeSignIn, follow, go, message, openSignIn } from './testing.tsx'

const calls: { path: string; body: object }[] = []

/** better-auth's response for one path; calls that end an earlier session succeed. */
function answers(path: string, answer: () => Response | Promise<Response>) {
  network.use(
    http.post('http://localhost:3000/api/auth/*', async ({ request }) => {
      const called = new URL(request.url).pathname.slice('/api/auth/'.length)
      calls.push({ path: called, body: (await request.json()) as Record<string, unknown> })
      return called === path ? answer() : HttpResponse.json({ success: true })
    }),
  )
}
const refuses = (status: number, code: string, message = 'words of the service') => {
  const headers = status === 429 ? { 'Retry-After': '58' } : undefined
  return () => HttpResponse.json({ code, message }, { status, headers })
}
/** The mail that an account is confirmed by; `calls` lists it among the calls of better-auth. */
const sendsConfirmation = () =>
  network.use(
    onMutation('auth', 'sendConfirmation', (body) => {
      calls.push({ path: 'sendConfirmation', body })
      return { error: null }
    }),
  )
const canSendMail = (sendsMail: boolean) =>
  network.use(onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true, sendsMail })))
beforeEach(() => {
  canSendMail(true)
  network.use(
    onQuery('auth', 'session', () => ({
      access_token: null,
      refresh_token: null,
      expires_in: 3600,
      expires_at: 4e9,
      token_type: 'bearer' as const,
      user: ana,
    })),
  )
})
const networkError = () => HttpResponse.error()
const user = { id: '1', email: 'ana@example.com', name: 'Ana Souza' }

const open = (address = '/auth', lang = 'en', confirmsEmail = true) => openSignIn({ address, lang, confirmsEmail })

const input = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`) as HTMLInputElement
const submit = () => document.querySelector<HTMLButtonElement>('form [type=submit]') as HTMLButtonElement

async function fillSignIn(typist: ReturnType<typeof userEvent.setup>) {
  await typist.type(input('email'), 'ana@example.com')
  await typist.type(input('password'), 'secret bees')
  await typist.click(submit())
}
async function fillSignUp(typist: ReturnType<typeof userEvent.setup>) {
  await typist.type(input('name'), 'Ana Souza')
  await typist.type(input('email'), 'ana@example.com')
  await typist.type(input('password'), 'secret bees')
  await typist.click(input('privacy'))
  await typist.click(submit())
}

afterEach(() => {
  closeSignIn()
  calls.length = 0
  localStorage.clear()
  vi.restoreAllMocks()
})

test.each(['sign-in', 'sign-up'])('says on the way to the studio why an account is needed: %s', async (mode) => {
  await open(`/auth?mode=${mode}&next=/studio`)
  expect(screen.getByText(/^Making a Duo needs an account/)).toBeVisible()
})

test('on the way to the studio, the way to a new account stands before the form of the sign-in', async () => {
  await open('/auth?mode=sign-in&next=/studio')
  const signUp = screen.getByRole('link', { name: 'No account yet? Create one' })
  expect(signUp.compareDocumentPosition(submit())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test.each([
  ['/auth', 'pt-BR', 'Criar uma conta', '← Voltar ao início', 'Criar conta'],
  ['/auth', 'en', 'Create an account', '← Back to home', 'Create Account'],
  ['/auth?mode=sign-in', 'en', 'Sign in', '← Back to home', 'Sign in'],
])('%s in %s has its title, the way home, and a button of its own', async (address, lang, title, home, button) => {
  await open(address, lang)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
  expect(screen.getByRole('link', { name: home })).toHaveAttribute('href', '/')
  expect(submit()).toHaveTextContent(button)
  const signsUp = address === '/auth'
  expect([input('name') !== null, input('privacy') !== null]).toEqual([signsUp, signsUp])
})

test.each([
  [
    '/auth?mode=sign-up#invitation=ana%2Bbeta%40example.com',
    'en',
    /account of your invitation .* one more confirmation, because/,
  ],
  ['/auth?mode=sign-up#invitation=ana%2Bbeta%40example.com', 'pt-BR', /a conta do seu convite .* Mais uma confirmação/],
  ['/auth?mode=sign-in#invitation=ana%2Bbeta%40example.com', 'pt-BR', /^Entre com ana\+beta@example\.com/],
])('%s in %s fills in the invited address and says which account it is', async (address, lang, text) => {
  await open(address, lang)
  expect(await screen.findByText(text)).toBeVisible()
  expect(input('email')).toHaveValue('ana+beta@example.com')
})

test('the invited address is sent with the sign-up', async () => {
  answers('sign-up/email', () => HttpResponse.json({ token: null, user }))
  sendsConfirmation()
  const { typist } = await open('/auth?mode=sign-up#invitation=ana%40example.com')
  await screen.findByText(/account of your invitation/)
  await typist.type(input('name'), 'Ana Souza')
  await typist.type(input('password'), 'secret bees')
  await typist.click(input('privacy'))
  await typist.click(submit())
  await screen.findByRole('heading', { level: 1, name: 'Check your inbox' })
  expect(calls).toContainEqual({ path: 'sign-up/email', body: expect.objectContaining({ email: 'ana@example.com' }) })
})

test.each(['#invitation=%E0%A4%A', '#invitation=not an address', '#other'])('ignores the fragment %s', async (hash) => {
  await open(`/auth?mode=sign-up${hash}`)
  expect(input('email')).toHaveValue('')
  expect(screen.queryByText(/your invitation/)).toBeNull()
  expect(document.querySelector('[data-invited]')).not.toBeVisible()
})

test('redirects an account with a second factor to the second step and keeps the target', async () => {
  answers('sign-in/email', () => HttpResponse.json({ secondFactor: true }))
  const { typist } = await open('/auth?mode=sign-in&next=%2Faccount', 'pt-BR')
  await fillSignIn(typist)
  await waitFor(() => expect(go.assign).toHaveBeenCalledWith('/pt/auth/second-step?next=%2Faccount'))
  expect(localStorage.getItem(authKey)).toBeNull()
})

test('says that the browser keeps no cookie after the right password, where the form alone would be shown again', async () => {
  answers('sign-in/email', () => HttpResponse.json({ user }))
  network.use(onQuery('auth', 'session', () => null))
  const { typist } = await open('/auth?mode=sign-in&next=%2Faccount')
  await fillSignIn(typist)
  await waitFor(() => expect(message()).toHaveTextContent(/Your browser blocks cookies/))
  expect(go.replace).not.toHaveBeenCalled()
  expect(localStorage.getItem(authKey)).toBeNull()
  expect(submit()).toBeEnabled()
})

describe("the spec's messages", () => {
  test.each([
    ['INVALID_EMAIL_OR_PASSWORD', 'pt-BR', 'Email ou senha incorretos. Verifique seus dados e tente novamente.'],
    ['INVALID_EMAIL_OR_PASSWORD', 'en', 'Incorrect email or password. Check your details and try again.'],
    ['EMAIL_NOT_VERIFIED', 'pt-BR', 'Email não confirmado. Verifique sua caixa de entrada e confirme seu email.'],
    ['EMAIL_NOT_VERIFIED', 'en', 'Email not confirmed. Check your inbox and confirm your email.'],
    ['SOMETHING_NEW', 'pt-BR', 'words of the service'],
    ['SOMETHING_NEW', 'en', 'words of the service'],
  ])('signing in: %s in %s', async (code, lang, text) => {
    answers('sign-in/email', refuses(401, code))
    const { typist } = await open('/auth?mode=sign-in', lang)
    await fillSignIn(typist)
    expect(await screen.findByText(text)).toBeVisible()
    // marking a field would reveal which of the two is wrong
    expect(document.querySelector('[aria-invalid]')).toBeNull()
    expect(submit()).toBeEnabled()
  })

  test.each([
    [
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      'pt-BR',
      'Este email já está registrado. Tente fazer login ou use outro email.',
      'email',
    ],
    [
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      'en',
      'This email is already registered. Try signing in or use another email.',
      'email',
    ],
    ['PASSWORD_TOO_SHORT', 'pt-BR', 'A senha deve ter pelo menos 6 caracteres.', 'password'],
    ['PASSWORD_TOO_SHORT', 'en', 'The password must have at least 6 characters.', 'password'],
    ['SOMETHING_NEW', 'pt-BR', 'words of the service', null],
  ])('signing up: %s in %s', async (code, lang, text, field) => {
    answers('sign-up/email', refuses(422, code))
    const { typist } = await open('/auth', lang)
    await fillSignUp(typist)
    expect(await screen.findByText(text)).toBeVisible()
    if (field) await waitFor(() => expect(input(field)).toHaveFocus())
    if (field) expect(input(field)).toBeInvalid()
  })

  test.each([
    ['/auth?mode=sign-in', 'pt-BR', 'Erro ao fazer login. Tente novamente.'],
    ['/auth?mode=sign-in', 'en', 'Error signing in. Try again.'],
    ['/auth', 'pt-BR', 'Erro ao criar conta. Tente novamente.'],
    ['/auth', 'en', 'Error creating the account. Try again.'],
  ])('no response at %s in %s', async (address, lang, text) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answers(address === '/auth' ? 'sign-up/email' : 'sign-in/email', networkError)
    const { typist } = await open(address, lang)
    await (address === '/auth' ? fillSignUp : fillSignIn)(typist)
    expect(await screen.findByText(text)).toBeVisible()
  })

  test.each([
    ['pt-BR', /^A resposta não chegou a tempo\. Sua conta talvez já exista/],
    ['en', /^No answer came in time\. Your account may be there already/],
  ])(
    'a late response to a sign-up, in %s',
    async (lang, text) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      answers('sign-up/email', () => new Promise<Response>(() => {}))
      const { typist } = await open('/auth', lang)
      await fillSignUp(typist)
      await waitFor(() => expect(calls.some(({ path }) => path === 'sign-up/email')).toBe(true))
      expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
    },
    20_000,
  )

  test.each([
    ['pt-BR', 'Conta criada com sucesso! Verifique seu email para confirmar a conta.'],
    ['en', 'Account created! Check your email to confirm the account.'],
  ])('an account is created, in %s', async (lang, text) => {
    answers('sign-up/email', () => HttpResponse.json({ token: null, user }))
    const { typist } = await open('/auth', lang)
    await fillSignUp(typist)
    expect(await screen.findByText(text)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(calls.map(({ path }) => path)).toEqual(['sign-out', 'sign-up/email'])
    expect(calls[1]?.body).toEqual({
      name: 'Ana Souza',
      email: 'ana@example.com',
      password: 'secret bees',
      language: lang === 'en' ? 'en' : 'pt',
    })
  })

  test.each([
    ['en', 'Our mail service is not running right now. The email is waiting and goes out as soon as it is back.'],
    ['pt-BR', 'Nosso serviço de e-mail não está no ar agora. A mensagem espera na fila e sai assim que ele voltar.'],
  ])('an account is created while no mail goes out, in %s', async (lang, text) => {
    canSendMail(false)
    answers('sign-up/email', () => HttpResponse.json({ token: null, user }))
    const { typist } = await open('/auth', lang)
    await fillSignUp(typist)
    await waitFor(() => expect(screen.getAllByText(text)[0]).toBeVisible())
  })

  test.each([
    ['pt-BR', 'Continuar com Google', 'Erro ao fazer login com google. Tente novamente.'],
    ['en', 'Continue with Google', 'Error signing in with google. Try again.'],
  ])('the provider is unreachable, in %s', async (lang, button, text) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { typist } = await open('/auth', lang)
    for (const answer of [refuses(404, 'PROVIDER_NOT_FOUND', 'Provider not found'), networkError]) {
      answers('sign-in/social', answer)
      await typist.click(screen.getByRole('button', { name: button }))
      await waitFor(() => expect(message()).toHaveTextContent(text))
      expect(message()?.querySelector('p')).toBeVisible()
      expect(calls.at(-1)?.path).toBe('sign-in/social')
      calls.length = 0
    }
  })

  test('a rate limit shows when to retry', async () => {
    answers('sign-in/email', refuses(429, 'TOO_MANY_REQUESTS'))
    const { typist } = await open('/auth?mode=sign-in', 'pt-BR')
    await fillSignIn(typist)
    expect(await screen.findByText('Tentativas demais. Espere 58 segundos e tente de novo.')).toBeVisible()
  })
})

test('an account cannot be created before the privacy policy is accepted', async () => {
  const { typist } = await open()
  expect(submit()).toBeDisabled()
  await typist.click(input('privacy'))
  expect(submit()).toBeEnabled()
  await typist.click(input('privacy'))
  expect(submit()).toBeDisabled()
})

test('shows errors beside their fields, focuses the first, clears them on input and sends nothing', async () => {
  const { typist } = await open()
  await typist.type(input('email'), 'ana@')
  await typist.type(input('password'), 'abc')
  await typist.click(input('privacy'))
  await typist.click(submit())
  await waitFor(() => expect(input('name')).toHaveFocus())
  expect(input('name')).toHaveAccessibleDescription('Enter your full name.')
  expect(input('email')).toHaveAccessibleDescription('Invalid email.')
  expect(input('password')).toHaveAccessibleDescription(/The password must have at least 6 characters\./)
  await typist.type(input('name'), 'A')
  expect(input('name')).toBeValid()
  expect(calls).toEqual([])
})

test('an address as phones type it is sent and shown repaired, and a mistyped host gets a suggestion', async () => {
  answers('sign-up/email', refuses(400, 'SOMETHING_NEW'))
  const { typist } = await open('/auth', 'pt-BR')
  await typist.type(input('email'), 'Ana <ana@gmial.com>')
  await typist.tab()
  await typist.click(await screen.findByRole('button', { name: 'Você quis dizer ana@gmail.com?' }))
  expect(input('email').value).toBe('ana@gmail.com')
  await typist.clear(input('email'))
  await fillSignUp(typist)
  await screen.findByText('words of the service')
  await typist.clear(input('email'))
  await typist.type(input('email'), 'mailto:bia@example.com.')
  await typist.click(submit())
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { email: 'bia@example.com' } }))
  expect(input('email').value).toBe('bia@example.com')
})

test('a suggestion goes with the next letter, so that the button does not move under the pointer', async () => {
  const { typist } = await open('/auth')
  await typist.type(input('email'), 'ana@gmial.com')
  await typist.tab()
  const suggestion = await screen.findByRole('button', { name: /Did you mean/ })
  await typist.type(input('email'), 'x')
  expect(suggestion).not.toBeVisible()
})

test('switching to sign-up clears errors and keeps the address', async () => {
  answers('sign-in/email', refuses(401, 'INVALID_EMAIL_OR_PASSWORD'))
  const { typist } = await open('/auth?mode=sign-in&provider=google&error=access_denied')
  expect(message()).toHaveTextContent('Google')
  await fillSignIn(typist)
  expect(await screen.findByText(/Incorrect email or password/)).toBeVisible()
  const address = await follow(typist, 'No account yet? Create one')
  expect(go.replace).toHaveBeenCalledWith(`http://localhost:3000${address}`)
  expect(screen.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  expect(message()?.querySelector('div')).not.toBeVisible()
  expect(input('email')).toHaveValue('ana@example.com')
  // on that page only
  await open(address)
  expect(input('email')).toHaveValue('')
})

test('the toggle button shows and hides the password', async () => {
  const { typist } = await open('/auth?mode=sign-in')
  const toggle = screen.getByRole('button', { name: 'Show the password' })
  expect(input('password')).toHaveAttribute('type', 'password')
  await typist.click(toggle)
  expect(input('password')).toHaveAttribute('type', 'text')
  expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await typist.click(toggle)
  expect(input('password')).toHaveAttribute('type', 'password')
})

test.each([
  ['sign-in', 'current-password'],
  ['sign-up', 'new-password'],
])('a password can be pasted or filled in by a password manager (%s)', async (mode, kind) => {
  const { typist } = await open(`/auth?mode=${mode}`)
  expect(input('password')).toHaveAttribute('autocomplete', kind)
  expect(input('email').getAttribute('autocomplete')).toContain('username')
  await typist.click(input('password'))
  await typist.paste('from a password manager ')
  expect(input('password')).toHaveValue('from a password manager ')
})

test('disables all buttons during a sign-in and then opens the requested page', async () => {
  let answer = (_: Response) => {}
  answers('sign-in/email', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { typist } = await open('/auth?mode=sign-in&next=/account', 'pt-BR')
  await fillSignIn(typist)
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(submit()).toBeDisabled()
  expect(submit()).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('button', { name: 'Continuar com Google' })).toBeDisabled()
  expect(input('password')).toHaveAttribute('readonly')
  expect(go.replace).not.toHaveBeenCalled()
  answer(HttpResponse.json({ user, redirect: false }))
  // in place of the form, so that going back does not return to it
  await waitFor(() => expect(go.replace).toHaveBeenCalledWith('/pt/account'))
  expect(localStorage.getItem(authKey)).toMatch(/^signed_in \d/)
  expect(submit()).toBeDisabled()
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the sign-in page does not redirect to another site: next=%s',
  async (next) => {
    answers('sign-in/email', () => HttpResponse.json({ user, redirect: false }))
    const { typist } = await open(`/auth?mode=sign-in&next=${encodeURIComponent(next)}`)
    await fillSignIn(typist)
    await waitFor(() => expect(go.replace).toHaveBeenCalledWith('/marketplace'))
  },
)

test.each([
  ['/auth?next=%2Fmarketplace%3Fstart%3Dada', 'pt-BR', 'Você precisa estar logado para conversar'],
  ['/auth?mode=sign-in&next=%2Fpt%2Fmarketplace%3Fq%3Dx%26start%3Dada', 'en', 'You need to be signed in to chat'],
  ['/auth?mode=sign-in&next=%2Fmarketplace', 'en', ''],
  ['/auth?mode=sign-up&next=%2Fmarketplace%3Fstart%3Dada', 'en', ''],
])('explains the need to sign in only to a user who was about to chat: %s', async (address, lang, text) => {
  await open(address, lang)
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(text || /^$/)
})

test.each([
  ['reset', 'en', 'Your new password is saved. Sign in with it.'],
  ['confirmed', 'en', 'Your email was already confirmed. Sign in to continue.'],
  ['step_over', 'pt-BR', /^A segunda etapa/],
])('shows what happened before, also after a reload: %s in %s', async (notice, lang, text) => {
  await open(`/auth?mode=sign-in&notice=${notice}`, lang)
  expect(screen.getByText(text)).toBeVisible()
})

test.each(['anything', 'constructor', '<b>'])('shows no notice that is none: %s', async (notice) => {
  await open(`/auth?mode=sign-in&notice=${encodeURIComponent(notice)}`)
  expect(screen.getAllByRole('status')[0]).toBeEmptyDOMElement()
})

test('signing up instead keeps the target page, also when the mail is sent again', async () => {
  answers('sign-up/email', () => HttpResponse.json({ token: null, user }))
  sendsConfirmation()
  const { typist } = await open('/auth?mode=sign-in&next=%2Fmarketplace%3Fstart%3Dada')
  await follow(typist, 'No account yet? Create one')
  await fillSignUp(typist)
  await typist.click(await screen.findByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/If ana@example\.com is waiting/)).toBeVisible()
  const next = '/marketplace?start=ada'
  expect(calls.filter(({ path }) => path !== 'sign-out')).toEqual([
    { path: 'sign-up/email', body: expect.objectContaining({ email: 'ana@example.com', next }) },
    { path: 'sendConfirmation', body: { email: 'ana@example.com', next } },
  ])
})

test('without confirmation, signing up signs in at once and opens the requested page', async () => {
  answers('sign-up/email', () => HttpResponse.json({ token: 'x', user }))
  const { typist } = await open('/auth?mode=sign-up&next=/marketplace', 'en', false)
  await fillSignUp(typist)
  await waitFor(() => expect(go.replace).toHaveBeenCalledWith('/marketplace'))
  expect(localStorage.getItem(authKey)).toMatch(/^signed_in/)
})

test('after a lost sign-up response, a retry signs in with the password, and never reports a taken address', async () => {
  const keys: (string | null)[] = []
  network.use(
    http.post('http://localhost:3000/api/auth/*', async ({ request }) => {
      const path = new URL(request.url).pathname.slice('/api/auth/'.length)
      calls.push({ path, body: (await request.json()) as Record<string, unknown> })
      if (path !== 'sign-up/email') return HttpResponse.json({ success: true, user })
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) return HttpResponse.error()
      return HttpResponse.json({ token: null, user }, { headers: { 'Idempotency-Replayed': 'true' } })
    }),
  )
  const { typist } = await open('/auth?mode=sign-up&next=/marketplace', 'en', false)
  await fillSignUp(typist)
  await screen.findByText('Error creating the account. Try again.')
  await typist.click(submit())
  await waitFor(() => expect(go.replace).toHaveBeenCalledWith('/marketplace'))
  expect(keys[1]).toBe(keys[0])
  expect(calls.at(-1)).toEqual({ path: 'sign-in/email', body: { email: 'ana@example.com', password: expect.any(String) } })
})

test('a retry with another password becomes a new sign-up with a new key', async () => {
  const keys: (string | null)[] = []
  network.use(
    http.post('http://localhost:3000/api/auth/*', async ({ request }) => {
      if (!request.url.endsWith('sign-up/email')) return HttpResponse.json({ success: true })
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) return HttpResponse.error()
      return keys.length === 2 ? refuses(409, 'CONFLICT')() : HttpResponse.json({ token: null, user })
    }),
  )
  const { typist } = await open()
  await fillSignUp(typist)
  await screen.findByText('Error creating the account. Try again.')
  await typist.type(input('password'), '-other')
  await typist.click(submit())
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('the response to a requested mail is not shown for the next address', async () => {
  answers('sign-in/email', refuses(403, 'EMAIL_NOT_VERIFIED'))
  sendsConfirmation()
  const { typist } = await open('/auth?mode=sign-in')
  await fillSignIn(typist)
  await typist.click(await screen.findByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/If ana@example\.com is waiting for confirmation/)).toBeVisible()
  await typist.clear(input('email'))
  await typist.type(input('email'), 'bia@example.com')
  await typist.click(submit())
  await waitFor(() => expect(submit()).toBeEnabled())
  expect(screen.getByRole('button', { name: 'Send the email again' })).toBeVisible()
  expect(screen.queryByText(/is waiting for confirmation/)).toBeNull()
  // the refused address is meant, whatever the field says by now
  await typist.clear(input('email'))
  await typist.click(screen.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/If bia@example\.com is waiting for confirmation/)).toBeVisible()
})

test('a failed sign-in gives the focus back to the button that was pressed', async () => {
  answers('sign-in/email', refuses(401, 'INVALID_EMAIL_OR_PASSWORD'))
  const { typist } = await open('/auth?mode=sign-in')
  await typist.type(input('email'), 'ana@example.com')
  await typist.type(input('password'), 'secret bees')
  submit().focus()
  await typist.keyboard('{Enter}')
  await waitFor(() => expect(message()).toBeVisible())
  expect(submit()).toHaveFocus()
})

test('a user with an unconfirmed address can request the mail again', async () => {
  answers('sign-in/email', refuses(403, 'EMAIL_NOT_VERIFIED'))
  sendsConfirmation()
  const { typist } = await open('/auth?mode=sign-in')
  await fillSignIn(typist)
  await typist.click(await screen.findByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/If ana@example\.com is waiting/)).toBeVisible()
  expect(calls.at(-1)).toEqual({ path: 'sendConfirmation', body: { email: 'ana@example.com' } })
})

test('a user who has confirmed on another device goes on from the page of the new account', async () => {
  answers('sign-up/email', () => HttpResponse.json({ token: null, user }))
  const { typist } = await open('/auth?mode=sign-up&next=%2Faccount')
  await fillSignUp(typist)
  const address = await follow(typist, 'Opened the link on another device? Sign in here')
  expect(address).toBe('/auth?mode=sign-in&next=%2Faccount')
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(input('email')).toHaveValue('ana@example.com')
})

describe('after a sign-up whose mail the mail server refuses for good', () => {
  const mailId = '00000000-0000-7000-8000-000000000001'
  const state = { refused: true, requests: [] as string[] }
  beforeEach(() => {
    state.refused = true
    state.requests = []
    answers('sign-up/email', () => HttpResponse.json({ token: null, user, mailId }))
    sendsConfirmation()
    network.use(
      onQuery('auth', 'mailOutcome', (input) => {
        state.requests.push(input.mailId)
        return { error: null, refused: state.refused }
      }),
    )
  })

  test.each([
    ['en', 'The mail server refused our email to ana@example.com. Check the address, or use another one.', 'Use another address'],
    [
      'pt-BR',
      'O servidor de e-mail recusou nosso e-mail para ana@example.com. Confira o endereço ou use outro.',
      'Usar outro endereço',
    ],
  ])('the page (%s) says so instead of promising the mail, and offers another address', async (lang, text, other) => {
    const { typist } = await open('/auth', lang)
    await fillSignUp(typist)
    await waitFor(() => expect(screen.getByText(text)).toBeVisible(), { timeout: 3_000 })
    expect(state.requests).toEqual([mailId])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^(Check your address|Confira seu endereço)$/)
    for (const promise of screen.getAllByText(/We sent|Enviamos|Account created|Conta criada/)) expect(promise).not.toBeVisible()
    await typist.click(screen.getByRole('button', { name: other }))
    expect(input('email')).toHaveValue('ana@example.com')
  })

  test('another mail is tried but not promised, and once it is accepted the note is gone', async () => {
    const { typist } = await open()
    await fillSignUp(typist)
    await waitFor(() => expect(screen.getByText(/refused our email/)).toBeVisible(), { timeout: 3_000 })
    state.refused = false
    await typist.click(screen.getByRole('button', { name: 'Send the email again' }))
    expect(await screen.findByText(/If this notice stays, the email was refused again/)).toBeVisible()
    expect(screen.queryByText(/another email is on its way/)).toBeNull()
    await waitFor(() => expect(screen.getByText(/We sent a link to ana@example\.com/)).toBeVisible(), { timeout: 3_000 })
    expect(screen.getByText(/refused our email/)).not.toBeVisible()
  })
})
