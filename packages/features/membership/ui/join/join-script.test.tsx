import { network } from '@duo/platform/testing/component-setup.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMember, saveMember } from '#session/ui/member-storage.ts'
import type { NoScriptJoin } from '#shell/ui/pages/page-context.ts'
import { callFailure, onMutation, onQuery, renderPart } from '#testing.tsx'
import type { JoinCall, JoinResult, WaitlistStatus } from '#waitlist/schema.ts'
import { JoinStart } from '#waitlist/ui/join/join-fields.tsx'
import { JoinForm } from '#waitlist/ui/join/join-form.tsx'
import { startJoin } from './join-script.ts'
import { startReferral } from './referral-script.ts'

const joined = {
  error: null,
  userExists: false as const,
  message: 'You are on the list.',
  data: { position: 51, invitesLeft: 5, invites_count: 0, referral_code: 'ABC' },
  ticket: 'ticket',
  mailed: true,
}
const waiting: WaitlistStatus = {
  ...joined.data,
  email: 'ana@example.com',
  referral_link: 'http://localhost:3000/?ref=ABC',
  inReview: 0,
  invitedAt: null,
  confirmed: false,
  joinedAt: '2026-11-20T12:00:00.000Z',
  explanation: { joinedAs: 51, gained: 0, others: 0, placesPerFriend: 100 },
  invitedAhead: 0,
  friends: [],
  history: [],
  mails: true,
  mailRefused: false,
  proven: false,
}
const exists: JoinResult = {
  error: null,
  userExists: true,
  message: 'Check your inbox.',
  data: null,
  ticket: null,
  mailed: true,
}
const refused: JoinResult = {
  error: 'invalid_code',
  userExists: false,
  message: 'Invalid or expired invitation code.',
  data: null,
  ticket: null,
  mailed: false,
}

let stop = new AbortController()
beforeEach(() => {
  stop = new AbortController()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
})

const part = (posted: NoScriptJoin | null, code: string | null = null) => (
  <JoinForm formKey="2f0f6f2e-9f0c-4c42-9d76-000000000001" invitedByCode={code} posted={posted} />
)

/** Serves one answer per call and then repeats the last one. */
function serve(...answers: JoinResult[]) {
  const calls: JoinCall[] = []
  network.use(
    onMutation('waitlist', 'join', (input) => {
      calls.push(input)
      return answers[Math.min(calls.length, answers.length) - 1] ?? exists
    }),
  )
  return calls
}

async function open(code: string | null = null) {
  await renderPart(part(null, code))
  startReferral(stop.signal)
  startJoin(stop.signal)
  return userEvent.setup()
}

const field = () => screen.getByRole('textbox', { name: /^E-?mail$/ })
const button = () => screen.getByRole('button', { name: 'Join the waitlist' })

test('a new member sees the position in place of the form, is remembered, and the surveys open', async () => {
  const calls = serve(joined)
  const user = await open('FRIEND')
  const focused: unknown[] = []
  document.addEventListener('focusin', ({ target }) => focused.push(target), { signal: stop.signal })
  await user.type(field(), 'ana@example.com{Enter}')
  const heading = await screen.findByRole('heading', { name: /51st/, hidden: true })
  expect(heading).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^E-?mail$/, hidden: true })).toBeNull()
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(focused).toContain(heading)
  expect(calls).toEqual([
    { email: 'ana@example.com', language: 'en', invitedByCode: 'FR1END', honeypot: '', fillTimeMs: expect.any(Number) },
  ])
  expect(loadMember()).toEqual({ ticket: 'ticket', email: 'ana@example.com' })
})

test('a form that was filled in before its script loaded was not filled in too fast', async () => {
  const calls = serve(joined)
  vi.spyOn(performance, 'now').mockReturnValue(4_000)
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await screen.findByRole('heading', { name: /You are in.*51st/ })
  expect(calls).toMatchObject([{ fillTimeMs: 4_000 }])
})

test('the place is read before the questions cover it, and stays after them with the invitation', async () => {
  serve(joined)
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await screen.findByRole('heading', { name: /You are in.*51st/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveAccessibleDescription(/^You are 51st on the list\. .*do not change your place/)
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('heading', { name: /51st/ })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Your invitation link' })).toHaveValue('http://localhost:3000/?ref=ABC')
  expect(screen.getByRole('button', { name: 'Copy link' })).toHaveAttribute('data-copy', 'http://localhost:3000/?ref=ABC')
})

test('who closes the questions continues where they stopped, not with an empty first one', async () => {
  serve(joined)
  network.use(
    onQuery('waitlist', 'status', () => ({
      error: null,
      status: {
        ...joined.data,
        email: 'ana@example.com',
        referral_link: '',
        inReview: 0,
        invitedAt: null,
        confirmed: true as const,
        proven: false as const,
      },
    })),
    onMutation('survey', 'progress', () => ({
      error: null,
      qualified: true,
      followedUp: false,
      drafts: { qualification: null, follow_up: null },
    })),
  )
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Answer the questions' }))
  expect(await screen.findByRole('heading', { name: 'Which of these are you?' })).toBeVisible()
})

test('who turns to another address before the questions open is not asked them', async () => {
  serve(joined)
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await user.click(await screen.findByRole('link', { name: 'Not you? Join with another address' }))
  await new Promise((resolve) => setTimeout(resolve, 1_700))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field()).toHaveValue('')
})

test('a refusal of the address is said instead of what was mailed, and the questions wait for the correction', async () => {
  serve(joined)
  let queries = 0
  network.use(
    onQuery('waitlist', 'status', ({ ticket }) => {
      queries += 1
      expect(ticket).toBe('ticket')
      return { error: null, status: { ...waiting, mailRefused: true } }
    }),
  )
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  expect(await screen.findByText(/We sent an email to ana@example\.com/)).toBeVisible()
  expect(
    await screen.findByText(
      /^The mail server refused our email to ana@example\.com\./,
      { ignore: '[hidden]' },
      { timeout: 3_000 },
    ),
  ).toBeVisible()
  expect(screen.getByText(/We sent an email to/)).not.toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Answer the questions' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Correct the address' }))
  expect(field()).toHaveValue('ana@example.com')
  expect(queries).toBeGreaterThan(0)
})

test('a link to the section leads into its field, on the same page and from another', async () => {
  const user = await open()
  document.body.insertAdjacentHTML('afterbegin', '<a href="/#email-collection">Join now</a>')
  for (const time of ['first', 'again']) {
    await user.click(screen.getByRole('link', { name: 'Join now' }))
    await waitFor(() => expect(field(), time).toHaveFocus())
    field().blur()
  }
  stop.abort()
  stop = new AbortController()
  startJoin(stop.signal)
  expect(field()).toHaveFocus()
})

test('a browser that remembers a member leaves the focus alone, because the place replaces the field', async () => {
  window.history.replaceState(null, '', '/#email-collection')
  saveMember({ ticket: 'ticket', email: 'ana@example.com' })
  await open()
  expect(document.body).toHaveFocus()
})

test('the field of the first screen hands its address over to the join section', async () => {
  const calls = serve(joined)
  await renderPart(
    <>
      <JoinStart formKey={undefined} code={null} />
      {part(null)}
    </>,
  )
  startJoin(stop.signal)
  const user = userEvent.setup()
  const start = screen.getByRole('textbox', { name: 'Your best email' })
  await user.type(start, 'ana@{Enter}')
  expect(start).toHaveAccessibleDescription('Invalid email.')
  expect(calls).toEqual([])
  // an invalid address in the section below has turned its button off
  await user.type(field(), 'bia@')
  await user.tab()
  expect(screen.getAllByRole('button', { name: 'Join the waitlist' })[1]).toBeDisabled()
  await user.type(start, 'example.com{Enter}')
  expect(await screen.findByRole('heading', { name: /51st/, hidden: true })).toBeVisible()
  expect(calls).toMatchObject([{ email: 'ana@example.com' }])
})

test.each([
  ['typing pauses', async () => {}],
  ['the field is left', async () => (document.activeElement as HTMLElement).blur()],
])(
  'an invalid address is said when %s, without taking the focus, and the button is off until it is corrected',
  async (_, leave) => {
    serve(joined)
    const user = await open()
    await user.type(field(), 'ana@x')
    expect(button()).toBeEnabled()
    await leave()
    const focused = document.activeElement
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Invalid email.'))
    expect(button()).toBeDisabled()
    expect(document.activeElement).toBe(focused)
    await user.type(field(), '.com')
    expect(button()).toBeEnabled()
  },
)

test('while sending, the button says so and a second press sends nothing', async () => {
  const pending = Promise.withResolvers<void>()
  let calls = 0
  network.use(
    onMutation('waitlist', 'join', async () => {
      calls += 1
      await pending.promise
      return exists
    }),
  )
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  const sending = await screen.findByRole('button', { name: 'Sending...' })
  expect(sending).toHaveAttribute('aria-disabled', 'true')
  // a disabled button would lose the focus
  expect(sending).toBeEnabled()
  await user.click(sending)
  pending.resolve()
  expect(await screen.findByText('Email already registered')).toBeVisible()
  expect(calls).toBe(1)
})

test('joining with a registered address shows one toast, and in place what it means and how to get the link again', async () => {
  serve(exists)
  const requests: string[] = []
  network.use(
    onMutation('waitlist', 'sendStatusLink', ({ email }) => {
      requests.push(email)
      return { error: null, message: 'Check your inbox.', mailed: true }
    }),
  )
  const user = await open()
  // types while the code for the surveys is still loading
  await user.type(field(), 'ana@example.com{Enter}')
  await waitFor(() => expect(document.querySelector('[data-toasts]')).toHaveTextContent('Email already registered'))
  expect(document.querySelectorAll('[data-toasts]')).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Email already registered' })).toHaveFocus()
  expect(screen.getByText('Check your inbox. The link to your place is in the email we sent to ana@example.com.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send me the link to my place' }))
  expect(await screen.findByText('On its way to ana@example.com.')).toBeVisible()
  expect(requests).toEqual(['ana@example.com'])
})

test('an invalid address shows an error before anything is sent, and the next letter clears it', async () => {
  const calls = serve(joined)
  const user = await open()
  await user.type(field(), 'ana@example{Enter}')
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(field()).toHaveFocus()
  expect(button()).toBeDisabled()
  await user.type(field(), '.com')
  expect(field()).toHaveAccessibleDescription('')
  expect(button()).toBeEnabled()
  expect(calls).toEqual([])
})

test('an invalid invitation code shows an error and an offer to join without it', async () => {
  const calls = serve(refused, exists)
  const user = await open('OLD')
  expect(screen.getByText('Invited by a friend')).toBeVisible()
  await user.type(field(), 'ana@example.com{Enter}')
  expect(await screen.findByText('Invalid or expired invitation code.')).toBeVisible()
  const code = screen.getByRole('textbox', { name: 'Invitation code' })
  expect(code).toHaveFocus()
  expect(code).toHaveValue('01D')
  await user.click(screen.getByRole('button', { name: 'Join without the invitation' }))
  await screen.findByText('Email already registered')
  expect(calls.map(({ invitedByCode }) => invitedByCode)).toEqual(['01D', null])
})

test('a corrected invitation code is sent, and applies to another e-mail in this tab', async () => {
  window.history.replaceState(null, '', '/?ref=0LD')
  const calls = serve(refused, exists)
  const user = await open('0LD')
  await user.type(field(), 'ana@example.com{Enter}')
  const code = await screen.findByRole('textbox', { name: 'Invitation code' })
  await user.clear(code)
  await user.type(code, 'goodc0de{Enter}')
  await waitFor(() => expect(document.querySelector('[data-toasts]')).toHaveTextContent('Email already registered'))
  await user.click(screen.getByRole('link', { name: 'Not you? Join with another address' }))
  await user.type(field(), 'bia@example.com{Enter}')
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(calls.map(({ invitedByCode }) => invitedByCode)).toEqual(['01D', 'G00DC0DE', 'G00DC0DE'])
  expect(sessionStorage.getItem('duo.ref')).toBe('G00DC0DE')
})

test('a code whose link was mangled is stored repaired', async () => {
  window.history.replaceState(null, '', '/?utm_source=x&REF=abcdef).')
  await open()
  expect(document.querySelector('[name=invitedByCode]')).toHaveValue('ABCDEF')
})

test('an address as phones type it is sent and shown repaired', async () => {
  const calls = serve(refused)
  const user = await open('OLD')
  await user.type(field(), 'mailto:Ana@example.com.{Enter}')
  await screen.findByRole('textbox', { name: 'Invitation code' })
  expect(calls[0]?.email).toBe('ana@example.com')
  expect(field()).toHaveValue('ana@example.com')
})

test('a mistyped host gets a suggestion that can be used or ignored', async () => {
  const calls = serve(exists)
  const user = await open()
  await user.type(field(), 'ana@gmail.con')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Did you mean ana@gmail.com?' }))
  expect(field()).toHaveValue('ana@gmail.com')
  expect(field()).toHaveFocus()
  expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
  await user.clear(field())
  await user.type(field(), 'ana@hotmal.com{Enter}')
  await waitFor(() => expect(calls.map(({ email }) => email)).toEqual(['ana@hotmal.com']))
})

test('an invitation that the visitor dropped does not come back for another e-mail', async () => {
  window.history.replaceState(null, '', '/?ref=OLD')
  const calls = serve(refused, exists)
  const user = await open('OLD')
  await user.type(field(), 'ana@example.com{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Join without the invitation' }))
  await waitFor(() => expect(document.querySelector('[data-toasts]')).toHaveTextContent('Email already registered'))
  await user.click(screen.getByRole('link', { name: 'Not you? Join with another address' }))
  expect(screen.queryByText('Invited by a friend')).not.toBeVisible()
  await user.type(field(), 'bia@example.com{Enter}')
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(calls[2]?.invitedByCode).toBeNull()
  expect(sessionStorage.getItem('duo.ref')).toBeNull()
  // otherwise a reload would store the code again
  expect(location.search).toBe('')
})

test('an invitation stored for the tab also applies to another e-mail', async () => {
  sessionStorage.setItem('duo.ref', 'FRIEND')
  const calls = serve(exists)
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await waitFor(() => expect(document.querySelector('[data-toasts]')).toHaveTextContent('Email already registered'))
  await user.click(screen.getByRole('link', { name: 'Not you? Join with another address' }))
  expect(screen.getByText('Invited by a friend')).toBeVisible()
  await user.type(field(), 'bia@example.com{Enter}')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.invitedByCode).toBe('FR1END')
})

test('after a lost connection, the form keeps the address and retries with the same key', async () => {
  const keys: (string | null)[] = []
  network.use(
    http.post('http://localhost:3000/api/trpc/waitlist.join', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ result: { data: exists } })
    }),
  )
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  expect(await screen.findByText(/There was an error registering\. Please try again\./)).toBeVisible()
  expect(field()).toHaveValue('ana@example.com')
  await user.click(button())
  expect(await screen.findByText('Email already registered')).toBeVisible()
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).not.toBeNull()
})

test.each([
  [
    429,
    callFailure('too_many_requests', 600),
    /Too many sign-ups from your network\. Try again in 10 minutes\. Your email is still/,
  ],
  [503, callFailure('unavailable'), /There was an error registering\. Please try again\. Your email is still in the field\./],
])('after a response with status %d, the form explains it and can be sent again', async (_status, failure, text) => {
  const answer = vi
    .fn<() => JoinResult>(() => exists)
    .mockImplementationOnce(() => {
      throw failure
    })
  network.use(onMutation('waitlist', 'join', answer))
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await waitFor(() => expect(field()).toHaveAccessibleDescription(text))
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('ana@example.com')
  await user.click(button())
  await waitFor(() => expect(document.querySelector('[data-toasts]')).toHaveTextContent('Email already registered'))
})

test('offline, the form says so before its code is loaded, and joins later', async () => {
  const calls = serve(exists)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  expect(await screen.findByText(/There was an error registering\. Please try again\./)).toBeVisible()
  expect(field()).toHaveValue('ana@example.com')
  expect(calls).toEqual([])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await user.click(button())
  await waitFor(() => expect(document.body).toHaveTextContent('Email already registered'))
  expect(calls).toHaveLength(1)
})

test('an address that only the server rejects is marked as invalid', async () => {
  network.use(
    http.post('http://localhost:3000/api/trpc/waitlist.join', () =>
      HttpResponse.json({ error: { data: { appCode: 'bad_input', fields: { email: 'invalid_email' } } } }, { status: 400 }),
    ),
  )
  const user = await open()
  await user.type(field(), 'ana@example.com{Enter}')
  await waitFor(() => expect(field()).toHaveAccessibleDescription('Invalid email.'))
  expect(button()).toBeDisabled()
})

test('a Portuguese page joins in Portuguese, and shows position and mistyped host', async () => {
  window.history.replaceState(null, '', '/pt')
  document.documentElement.lang = 'pt-BR'
  const calls = serve({ ...joined, data: { ...joined.data, position: 1051 }, mailed: false })
  await renderPart(part(null))
  startJoin(stop.signal)
  const user = userEvent.setup()
  await user.type(field(), 'ana@gmail.con{Enter}')
  expect(
    await screen.findByRole('heading', { name: 'Você entrou. Você está em 1.051º lugar na lista', hidden: true }),
  ).toBeVisible()
  expect(screen.getByText(/Vamos enviar o link de convite para ana@gmail\.con\./)).toBeVisible()
  expect(screen.getByText(/ana@gmail\.com/)).toBeVisible()
  expect(calls[0]?.language).toBe('pt')
})

test('an invitation code is stored for the tab and used on a page without one', async () => {
  window.history.replaceState(null, '', '/?ref=FR1END')
  await open('FR1END')
  stop.abort()
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
  await open()
  expect(document.querySelector('[name=invitedByCode]')).toHaveValue('FR1END')
  expect(screen.getByText('Invited by a friend')).toBeVisible()
})

test('the address keeps the code of an invitation, without a cookie, and so do links that open another tab', async () => {
  window.history.replaceState(null, '', '/?ref=FR1END')
  await open('FR1END')
  stop.abort()
  stop = new AbortController()
  document.body.innerHTML = '<a href="/blog?q=a">Blog</a> <a href="https://other.example/">Elsewhere</a>'
  window.history.replaceState(null, '', '/about?utm_source=x')
  startReferral(stop.signal)
  expect(location.search).toBe('?utm_source=x&ref=FR1END')
  const [blog, elsewhere] = screen.getAllByRole<HTMLAnchorElement>('link')
  document.addEventListener('click', (event) => event.preventDefault(), { signal: stop.signal })
  blog?.click()
  expect(blog).toHaveAttribute('href', '/blog?q=a')
  fireEvent.click(elsewhere as Element, { ctrlKey: true })
  expect(elsewhere).toHaveAttribute('href', 'https://other.example/')
  fireEvent.click(blog as Element, { ctrlKey: true })
  expect(blog?.href).toBe('http://localhost:3000/blog?q=a&ref=FR1END')
  expect(document.cookie).not.toContain('FR1END')
})

test('a member’s address has no one else’s code, whose form keeps it for another join', async () => {
  serve(joined)
  window.history.replaceState(null, '', '/?ref=FR1END#join')
  const user = await open('FR1END')
  await user.type(field(), 'ana@example.com{Enter}')
  await waitFor(() => expect(loadMember()).not.toBeNull())
  expect(location.search + location.hash).toBe('#join')
  stop.abort()
  stop = new AbortController()
  window.history.replaceState(null, '', '/pricing?ref=FR1END')
  startReferral(stop.signal)
  expect(location.search).toBe('')
  document.body.replaceChildren()
  await open()
  expect(document.querySelector('[name=invitedByCode]')).toHaveValue('FR1END')
})

test('a browser that stores nothing carries the code from page to page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  window.history.replaceState(null, '', '/?ref=FR1END')
  document.body.innerHTML = '<a href="/blog">Blog</a>'
  startReferral(stop.signal)
  document.addEventListener('click', (event) => event.preventDefault(), { signal: stop.signal })
  const link = screen.getByRole<HTMLAnchorElement>('link')
  link.click()
  expect(link.href).toBe('http://localhost:3000/blog?ref=FR1END')
})

test('an invitation that a friend told is typed as a code or pasted as a link, and then applies to the tab', async () => {
  const calls = serve(exists)
  const user = await open()
  await user.click(screen.getByText('Invited by someone?'))
  await user.type(screen.getByRole('textbox', { name: 'Invitation code' }), 'Join: https://duo.example/pt?ref=FR1END!')
  await user.type(field(), 'ana@example.com{Enter}')
  await waitFor(() => expect(document.querySelector('[data-toasts]')).toHaveTextContent('Email already registered'))
  expect(calls[0]?.invitedByCode).toBe('FR1END')
  await user.click(screen.getByRole('link', { name: 'Not you? Join with another address' }))
  expect(screen.getByText('Invited by a friend')).toBeVisible()
  expect(screen.getByText('Invited by someone?')).not.toBeVisible()
  expect(location.search).toBe('?ref=FR1END')
  await user.type(field(), 'bia@example.com{Enter}')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.invitedByCode).toBe('FR1END')
})

test('a join posted before the script loaded continues with the surveys', async () => {
  await renderPart(part({ email: 'ana@example.com', code: null, answer: joined }))
  startJoin(stop.signal)
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(loadMember()?.ticket).toBe('ticket')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Answer the questions', hidden: true })).toBeVisible())
})

test('after a refusal before the script loaded, joining without the invitation clears the old error', async () => {
  serve(exists)
  await renderPart(part({ email: 'ana@example.com', code: 'OLD', answer: refused }))
  startJoin(stop.signal)
  const user = userEvent.setup()
  await user.type(field(), '{Backspace}m')
  await user.click(screen.getByRole('button', { name: 'Join without the invitation' }))
  await waitFor(() => expect(document.body).toHaveTextContent('Email already registered'))
  expect(screen.queryByText('Invalid or expired invitation code.')).toBeNull()
})
