import { network } from '@duo/platform/testing/component-setup.ts'
import { startAuthentication } from '@simplewebauthn/browser'
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppRouter } from '#server.ts'
import { SessionProvider } from '#session/ui/session-provider.tsx'
import { createSessionStore } from '#session/ui/session-store.ts'
import type { PageContext } from '#shell/ui/pages/page-context.ts'
import type { SecondStep } from '../../schema.ts'
import { Page } from './second-step-page.tsx'

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: vi.fn() }))

type Results = inferRouterOutputs<AppRouter>['auth']
/** What each procedure returns, or how it fails. */
type Answers = { [Name in keyof Results]?: () => Results[Name] | Response }
const calls: { name: string; input: unknown }[] = []
let step: SecondStep
let answers: Answers

const stepOver = () => ({ error: 'step_over' }) as const
const tooMany = () =>
  HttpResponse.json(
    { error: { message: '', code: -32600, data: { appCode: 'too_many_requests', httpStatus: 429, retryAfterSeconds: 58 } } },
    { status: 429 },
  )
const user = { id: '1', email: 'ana@example.com', name: 'Ana' }
const passes =
  (recoveryCodesLeft = 10) =>
  () => ({ error: null, user, recoveryCodesLeft })
const recovery = { ripeAt: '2026-11-30T12:00:00Z', lapsesAt: '2026-12-07T12:00:00Z' }

beforeEach(() => {
  calls.length = 0
  step = { methods: ['passkey', 'code', 'recovery_code'], canRecover: true, recovery: null }
  answers = {
    secondStep: () => ({ error: null, ...step }),
    stepPasskeyOptions: () => ({ error: null, options: { challenge: 'abc' } }),
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.mocked(startAuthentication)
    .mockReset()
    .mockResolvedValue({ id: 'signed' } as never)
  network.use(
    http.post<{ name: string }>(`${endpoint}/auth.:name`, async ({ request, params: { name } }) => {
      const text = await request.text()
      calls.push({ name, input: text === '' ? undefined : JSON.parse(text) })
      const answer = answers[name as keyof Answers]?.() ?? HttpResponse.error()
      return answer instanceof Response ? answer : HttpResponse.json({ result: { data: answer } })
    }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const endpoint = 'http://localhost:3000/api/trpc'
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: endpoint, methodOverride: 'POST' })] })

async function open(lang = 'en') {
  document.documentElement.lang = lang
  const root = createRootRouteWithContext<PageContext>()()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/auth/second-step',
    validateSearch: (search: Record<string, string>) => search,
    component: () => (
      <SessionProvider>
        <Page />
      </SessionProvider>
    ),
  })
  const others = ['/', '/auth', '/account', '/pricing'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => `at ${path}` }),
  )
  const auth = createSessionStore(null)
  const router = createRouter({
    routeTree: root.addChildren([page, ...others]),
    history: createMemoryHistory({ initialEntries: ['/auth/second-step?next=%2Fpricing'] }),
    context: { origin: '', api: async () => client, auth, AccountSlot: () => null },
  })
  await router.load()
  const { unmount } = render(<RouterProvider router={router as never} />)
  return { router, auth, unmount }
}

const typist = userEvent.setup()
const press = async (name: string) => typist.click(await screen.findByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a passkey signs in and redirects to the target', async () => {
  answers.passStepByPasskey = passes()
  const { auth } = await open()
  await press('Use my passkey')
  expect(await screen.findByText('at /pricing')).toBeVisible()
  expect(auth.get()).toMatchObject({ status: 'signed_in', viewer: { id: '1', email: 'ana@example.com', name: 'Ana' } })
  expect(calls.at(-1)).toEqual({ name: 'passStepByPasskey', input: { response: { id: 'signed' } } })
})

test.each([
  ['en', 'Nothing was confirmed: you stopped it, or it took too long. Try again.', 'Use my passkey'],
  ['pt-BR', 'Nada foi confirmado: você interrompeu ou demorou demais. Tente de novo.', 'Usar a chave de acesso'],
])('a passkey that is not confirmed can be retried, in %s', async (lang, text, button) => {
  vi.mocked(startAuthentication).mockRejectedValue(Object.assign(new Error(), { name: 'NotAllowedError' }))
  await open(lang)
  await press(button)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: button })).toBeEnabled()
})

test('ignores spaces in a code; a wrong code shows an error at the field, which keeps the focus', async () => {
  step.methods = ['code', 'recovery_code']
  answers.passStepByCode = () => ({ error: 'wrong_code' })
  await open()
  const field = await screen.findByRole('textbox', { name: 'Code from the app' })
  await waitFor(() => expect(field).toHaveFocus())
  await typist.type(field, '123 456{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription('That code is not right. Enter the one the app shows now.'))
  expect(field).toHaveFocus()
  expect(calls.at(-1)).toEqual({ name: 'passStepByCode', input: { code: '123456' } })
  answers.passStepByCode = passes()
  await typist.keyboard('654321{Enter}')
  expect(await screen.findByText('at /pricing')).toBeVisible()
})

test.each([
  ['en', 7_200, 'Code from the app', /only right in 2 hours\. Your phone’s clock seems to be fast/],
  ['pt-BR', -300, 'Código do app', /já passou há 5 minutos\. .* está atrasado/],
])('the code of a wrong clock is explained, in %s', async (lang, clockOff, label, text) => {
  step.methods = ['code', 'recovery_code']
  answers.passStepByCode = () => ({ error: 'clock_off', clockOff })
  await open(lang)
  const field = await screen.findByRole('textbox', { name: label })
  await typist.type(field, '123456{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(text))
})

test('a code that was used on another device is explained: the app still shows it', async () => {
  step.methods = ['code', 'recovery_code']
  answers.passStepByCode = () => ({ error: 'used_code' })
  await open()
  const field = await screen.findByRole('textbox', { name: 'Code from the app' })
  await typist.type(field, '123456{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/^That code has been used, .* next one, at most 30 seconds\.$/))
})

test.each([
  ['too many attempts', tooMany, /Too many attempts\. Wait 58 seconds/],
  ['no connection', () => HttpResponse.error(), 'We could not check that. Nothing was lost; try again.'],
])('keeps the code and explains what to do: %s', async (_why, answer, text) => {
  step.methods = ['code']
  answers.passStepByCode = answer
  await open()
  const field = await screen.findByRole('textbox', { name: 'Code from the app' })
  await typist.type(field, '123456{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(text))
  expect(field).toHaveValue('123456')
})

test('a recovery code signs in, and the page shows how many codes are left', async () => {
  answers.passStepByRecoveryCode = passes(9)
  const { auth } = await open()
  await press('Use a recovery code')
  const field = screen.getByRole('textbox', { name: 'Recovery code' })
  expect(field).toHaveFocus()
  await typist.type(field, 'abcd-efgh{Enter}')
  await waitFor(async () => expect(await heading('You are in')).toHaveFocus())
  expect(screen.getByText('That recovery code is used up. 9 of 10 are left.')).toBeVisible()
  expect(auth.get().status).toBe('signed_in')
  await press('Continue')
  expect(await screen.findByText('at /pricing')).toBeVisible()
})

test('the last recovery code prompts for new ones', async () => {
  answers.passStepByRecoveryCode = passes(0)
  await open()
  await press('Use a recovery code')
  await typist.keyboard('abcd-efgh{Enter}')
  expect(await screen.findByText(/That was your last recovery code/)).toBeVisible()
  await typist.click(screen.getByRole('link', { name: 'Go to your account' }))
  expect(await screen.findByText('at /account')).toBeVisible()
})

test.each(['secondStep', 'passStepByCode', 'stepPasskeyOptions', 'startFactorRecovery'] as const)(
  'an ended step (%s) redirects to the sign-in page, which explains why and keeps the target',
  async (name) => {
    answers[name] = stepOver
    step.methods = name === 'passStepByCode' ? ['code'] : ['passkey']
    const { router } = await open()
    if (name === 'passStepByCode') {
      await screen.findByRole('textbox')
      await typist.keyboard('123456{Enter}')
    }
    if (name === 'stepPasskeyOptions') await press('Use my passkey')
    if (name === 'startFactorRecovery') {
      await press('I have lost all of them')
      await press('Start the wait')
    }
    expect(await screen.findByText('at /auth')).toBeVisible()
    expect(router.state.location.search).toEqual({ mode: 'sign-in', next: '/pricing', notice: 'step_over' })
  },
)

test('can be retried when the server is unreachable', async () => {
  const answer = answers.secondStep
  answers.secondStep = () => HttpResponse.error()
  await open()
  expect(await screen.findByText('We could not reach the server. Nothing was lost.')).toBeVisible()
  if (answer) answers.secondStep = answer
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Use my passkey' })).toBeVisible()
})

test('explains the slow recovery, starts it with its dates and cancels it', async () => {
  answers.startFactorRecovery = () => {
    step.recovery = recovery
    return { error: null, ripeAt: recovery.ripeAt }
  }
  answers.cancelFactorRecoveryFromStep = () => {
    step.recovery = null
    return { error: null }
  }
  await open()
  await press('I have lost all of them')
  expect(await heading('Lost your second step?')).toHaveFocus()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'We will email every address we have for you right away. Each email lets you cancel.',
    'You wait 7 days. Signing in with your second step cancels it too.',
    'Then you have 7 days to sign in without it. Your passkeys, one-time codes and recovery codes are removed when you do.',
  ])
  await press('Start the wait')
  await waitFor(async () => expect(await heading('The wait has begun')).toHaveFocus())
  expect(screen.getByText(/from November 30, 2026.*until December 7, 2026/)).toBeVisible()
  await press('Back')
  expect(screen.getByText(/Someone who passed the first step said/)).toBeVisible()
  await press('Keep my second step')
  expect(await screen.findByText('Canceled. Your second step stays.')).toBeVisible()
  expect(screen.queryByText(/Someone who passed the first step said/)).not.toBeInTheDocument()
})

test('explains that the wait cannot start again soon after a cancellation', async () => {
  answers.startFactorRecovery = () => ({ error: 'recovery_cancelled', retryAfterSeconds: 80_000 })
  await open()
  await press('I have lost all of them')
  await press('Start the wait')
  expect(await screen.findByText(/It can start again 24 hours after that/)).toBeVisible()
})

test('without mail, the page offers no slow recovery but can cancel an active one', async () => {
  step.canRecover = false
  const { unmount } = await open()
  expect(await screen.findByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'I have lost all of them' })).not.toBeInTheDocument()
  unmount()
  step.recovery = recovery
  await open()
  expect(await screen.findByRole('button', { name: 'Keep my second step' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'I have lost all of them' })).toBeVisible()
})

test.each([
  ['en', 'I have lost all of them', 'Start the wait', /^The wait cannot start: this site is not sending email at the moment/],
  ['pt-BR', 'Perdi tudo isso', 'Começar a espera', /^A espera não pode começar: este site não está enviando e-mails/],
])('explains that the wait cannot start when mail has just been turned off (%s)', async (lang, lost, start, text) => {
  answers.startFactorRecovery = () => ({ error: 'mail_off' })
  await open(lang)
  await press(lost)
  await press(start)
  expect(await screen.findByText(text)).toBeVisible()
})
