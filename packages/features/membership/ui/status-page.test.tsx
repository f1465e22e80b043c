import { network } from '@duo/platform/testing/component-setup.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadMember, saveMember } from '../../session/ui/member-storage.ts'
import { createSessionStore, toSessionState } from '../../session/ui/session-store.ts'
import { notifyTabs } from '../../shell/ui/api/use-server-sync.ts'
import type { ProgressResult, DownloadResult as SurveyDownload } from '../../survey/schema.ts'
import { callFailure, onMutation, onQuery, renderPart } from '../../testing.tsx'
import type { DownloadResult, MembershipStatus, OwnStatus, StatusResult, WaitlistStatus } from '../../waitlist/schema.ts'
import { Page } from './status-page.tsx'

const ticketOf = (name: string) => `head.${name}.signature`
const statusOf = (position: number): WaitlistStatus => ({
  position,
  invitesLeft: 5,
  invites_count: 0,
  referral_code: 'ABC',
  referral_link: 'https://goduo.example/?ref=ABC',
  inReview: 0,
  invitedAt: null,
  email: 'ana@example.com',
  confirmed: true,
  joinedAt: '2026-03-12T12:00:00Z',
  explanation: { joinedAs: position, gained: 0, others: 0, placesPerFriend: 100 },
  invitedAhead: 0,
  friends: [],
  history: [],
  mails: true,
  mailRefused: false,
  proven: true,
})

const unanswered: ProgressResult = {
  error: null,
  qualified: false,
  followedUp: false,
  drafts: { qualification: null, follow_up: null },
}
const noAnswers: SurveyDownload = { error: null, answers: { qualification: null, followUp: null, drafts: [] } }

const entries: Record<string, number> = { [ticketOf('ana')]: 51, [ticketOf('bia')]: 7 }
const requests: string[] = []
const answer = ({ ticket }: { ticket: string }): StatusResult => {
  requests.push(ticket)
  const position = entries[ticket]
  return position === undefined ? { error: 'invalid_ticket' } : { error: null, status: statusOf(position) }
}
const setUrl = (address: string) => window.history.replaceState(null, '', address)
const place = (text: string) => screen.findByRole('heading', { level: 1, name: `You are ${text} on the list` })

beforeEach(() => {
  localStorage.clear()
  requests.length = 0
  setUrl('/waitlist')
  network.use(
    onQuery('waitlist', 'status', answer),
    onMutation('survey', 'progress', () => unanswered),
    onMutation('survey', 'download', () => noAnswers),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what a member answered stands on the page, with its day', async () => {
  const savedAt = '2026-03-12T12:00:00Z'
  network.use(
    onMutation('survey', 'progress', () => ({ ...unanswered, qualified: true, followedUp: true })),
    onMutation('survey', 'download', () => ({
      error: null,
      answers: {
        qualification: {
          ...{ audienceSize: '1000-5000', categories: ['law', 'others'], otherCategory: 'Notaries', goals: ['sell'] },
          ...{ savedAt, changedAt: savedAt },
        },
        followUp: {
          ...{ userTypes: ['creator'], niches: [], agentTypes: ['chatbot', 'unknown'], description: 'A notary', ip: '' },
          ...{ savedAt, changedAt: savedAt, copiedAt: null },
        },
        drafts: [],
      },
    })),
  )
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  const answers = await screen.findByRole('region', { name: 'Your answers' })
  const shown = [...answers.querySelectorAll('dl > div')].map((line) => line.textContent)
  expect(shown).toEqual([
    'How many people follow you?1,000–5,000March 12, 2026',
    'What do people ask you about?Law, Others: NotariesMarch 12, 2026',
    'What should your agent do for you?I want to sell access to my agent.March 12, 2026',
    'Which of these are you?CreatorMarch 12, 2026',
    'Which agents would help you?Chatbot, unknownMarch 12, 2026',
    'What would you like to build?A notaryMarch 12, 2026',
  ])
  expect(within(answers).queryByRole('textbox')).toBeNull()
})

test('an answer that waits for the rest stands on the page, marked as not sent, and the survey goes on behind it', async () => {
  const answers = { userTypes: ['creator' as const], niches: [], agentTypes: [], description: '' }
  const progress: ProgressResult = {
    ...unanswered,
    qualified: true,
    drafts: { qualification: null, follow_up: { answers, changedAt: '2026-03-12T12:00:00Z' } },
  }
  network.use(onMutation('survey', 'progress', () => progress))
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  const region = await screen.findByRole('region', { name: 'Your answers' })
  expect([...region.querySelectorAll('dl > div')].map((line) => line.textContent)).toEqual([
    'Which of these are you?CreatorMarch 12, 2026kept, not sent yet',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Continue where you left off' }))
  expect(await screen.findByRole('progressbar', { name: 'Step 2 of 4' })).toBeVisible()
})

test('the ticket of a link opens the page, is removed from the URL and is remembered with its address', async () => {
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  expect(window.location.href).toBe('http://localhost:3000/waitlist')
  await place('51st')
  expect(loadMember()).toEqual({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(document.title).toBe('Your place on the waitlist – Duo')
  expect(document.querySelector('meta[property="og:title"]')).toHaveAttribute('content', document.title)
  expect(document.querySelector('meta[property="og:image"]')).toHaveAttribute('content', `${window.origin}/share/en/home.png`)
})

test('a browser that remembers its member needs no link', async () => {
  saveMember({ ticket: ticketOf('bia'), email: 'bia@example.com' })
  await renderPart(<Page />)
  await place('7th')
})

test('the place follows the server after a change in another tab, without a loading state, and a failure keeps it', async () => {
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  let position = 51
  network.use(onQuery('waitlist', 'status', () => ({ error: null, status: statusOf(position) })))
  await renderPart(<Page />)
  const heading = await place('51st')
  position = 40
  notifyTabs('duo.waitlist', 'another tab')
  await place('40th')
  expect(heading).toBeInTheDocument()
  network.use(
    onQuery('waitlist', 'status', () => {
      throw callFailure('unavailable')
    }),
  )
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  notifyTabs('duo.waitlist', 'another tab')
  await waitFor(() => expect(errors).toHaveBeenCalled())
  expect(await place('40th')).toBeVisible()
})

test('a tab that was open before the confirmation in another takes its ticket, and does not store its own again', async () => {
  entries[ticketOf('confirmed')] = 51
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  await renderPart(<Page />)
  await place('51st')
  saveMember({ ticket: ticketOf('confirmed'), email: 'ana@example.com' })
  notifyTabs('duo.waitlist', 'another tab')
  await waitFor(() => expect(requests).toHaveLength(2))
  notifyTabs('duo.waitlist', 'another tab')
  await waitFor(() => expect(requests.at(-1)).toBe(ticketOf('confirmed')))
  expect(loadMember()?.ticket).toBe(ticketOf('confirmed'))
})

test('a page that could not load takes the ticket of a confirmation in another tab when it is tried again', async () => {
  entries[ticketOf('confirmed')] = 51
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(
    onQuery('waitlist', 'status', () => {
      throw callFailure('unavailable')
    }),
  )
  await renderPart(<Page />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  saveMember({ ticket: ticketOf('confirmed'), email: 'ana@example.com' })
  network.use(onQuery('waitlist', 'status', answer))
  await userEvent.click(retry)
  await place('51st')
  expect(requests).toEqual([ticketOf('confirmed')])
  expect(loadMember()?.ticket).toBe(ticketOf('confirmed'))
})

test('“Forget me” in another tab ends the page here too, and nothing is remembered again', async () => {
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  await renderPart(<Page />)
  await place('51st')
  localStorage.clear()
  notifyTabs('duo.waitlist', 'another tab')
  expect(await screen.findByRole('heading', { level: 1, name: 'Where do you stand?' })).toBeVisible()
  expect(loadMember()).toBeNull()
})

test('a tab follows its own member while the browser remembers another one, and leaves that one stored', async () => {
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  await renderPart(<Page />)
  await place('51st')
  const other = { ticket: ticketOf('bia'), email: 'bia@example.com' }
  saveMember(other)
  notifyTabs('duo.waitlist', 'another tab')
  await waitFor(() => expect(requests).toEqual([ticketOf('ana'), ticketOf('ana')]))
  await place('51st')
  expect(loadMember()).toEqual(other)
})

test('“Forget me” leaves the member whom another tab has remembered meanwhile', async () => {
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  await renderPart(<Page />)
  await place('51st')
  saveMember({ ticket: ticketOf('bia'), email: 'bia@example.com' })
  await userEvent.click(await screen.findByRole('button', { name: /Forget me/ }))
  await screen.findByRole('heading', { level: 1, name: 'Where do you stand?' })
  expect(loadMember()?.email).toBe('bia@example.com')
})

test('a link opens the page even when storage is blocked', async () => {
  vi.stubGlobal('localStorage', undefined)
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  await place('51st')
})

test('a new link takes precedence over the remembered ticket, even when pasted while the page is open', async () => {
  saveMember({ ticket: ticketOf('bia'), email: 'bia@example.com' })
  await renderPart(<Page />)
  await place('7th')
  act(() => {
    window.location.hash = ticketOf('ana')
  })
  await place('51st')
  expect(window.location.hash).toBe('')
  expect(loadMember()?.ticket).toBe(ticketOf('ana'))
})

test('announces loading and its result', async () => {
  const pending = Promise.withResolvers<StatusResult>()
  network.use(onQuery('waitlist', 'status', () => pending.promise))
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  const region = await screen.findByText('Looking up your place…')
  expect(region).toHaveAttribute('role', 'status')
  expect(screen.getByRole('heading', { level: 1, name: 'Your place on the waitlist' })).toBeInTheDocument()
  pending.resolve({ error: null, status: statusOf(3) })
  await place('3rd')
  expect(region).toHaveTextContent('You are 3rd on the list')
})

describe('without a valid ticket', () => {
  test('the page shows an introduction, and nothing is requested', async () => {
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { name: 'Where do you stand?' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/#email-collection')
    expect(requests).toEqual([])
  })

  test('the code of a mail whose link was cut opens the page, and is remembered like the link', async () => {
    const token = ticketOf('ana')
    network.use(onMutation('auth', 'redeemMailCode', () => ({ error: null, page: '/waitlist', token })))
    await renderPart(<Page />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), 'AB2C-D3EF-4GHJ{Enter}')
    await place('51st')
    expect(loadMember()).toEqual({ ticket: token, email: 'ana@example.com' })
  })

  test('the code of a confirmation leads to its page', async () => {
    const leave = vi.fn()
    vi.stubGlobal('location', { ...window.location, pathname: '/waitlist', hash: '', search: '', assign: leave })
    const token = ticketOf('confirm')
    network.use(onMutation('auth', 'redeemMailCode', () => ({ error: null, page: '/waitlist/confirm', token })))
    await renderPart(<Page />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), 'AB2C-D3EF-4GHJ{Enter}')
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`/waitlist/confirm#${token}`))
    expect(requests).toEqual([])
  })

  test('the page forgets an expired ticket and offers a new link', async () => {
    saveMember({ ticket: ticketOf('old'), email: 'ana@example.com' })
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(loadMember()).toBeNull()
  })

  test('an invalid link does not replace the remembered member', async () => {
    saveMember({ ticket: ticketOf('bia'), email: 'bia@example.com' })
    setUrl(`/waitlist#${ticketOf('old')}`)
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    expect(loadMember()).toEqual({ ticket: ticketOf('bia'), email: 'bia@example.com' })
  })
})

describe('a failed request', () => {
  let broken: boolean
  beforeEach(() => {
    broken = true
    vi.spyOn(console, 'error').mockImplementation(() => {})
    network.use(
      onQuery('waitlist', 'status', (input) => {
        if (broken) throw callFailure('unavailable')
        return answer(input)
      }),
    )
    setUrl(`/waitlist#${ticketOf('ana')}`)
  })

  test('keeps the ticket and can be retried', async () => {
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { name: 'We could not load your place' })).toBeVisible()
    expect(loadMember()).toEqual({ ticket: ticketOf('ana'), email: null })
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await place('51st')
  })

  test('is retried automatically when the connection is back', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible()
    broken = false
    // the page may not listen yet when its heading appears
    await waitFor(() => {
      act(() => void window.dispatchEvent(new Event('online')))
      expect(screen.queryByRole('heading', { name: 'You are offline' })).not.toBeInTheDocument()
    })
    await place('51st')
  })
})

describe('a signed-in user', () => {
  const viewer = { id: '1', email: 'ana@example.com', name: 'Ana', expiresAt: 4_000_000_000 }
  const signedIn = () => ({ auth: createSessionStore(viewer) })

  test('sees the entry without a link, and the browser stores nothing, so that signing out hides the entry', async () => {
    network.use(onQuery('waitlist', 'mine', () => ({ ...statusOf(12), ticket: ticketOf('own') })))
    const progress = vi.fn(() => unanswered)
    network.use(onMutation('survey', 'progress', progress))
    await renderPart(<Page />, signedIn())
    await place('12th')
    expect(document.documentElement).toHaveAttribute('data-member')
    await waitFor(() => expect(progress).toHaveBeenCalledWith({ ticket: ticketOf('own') }))
    expect(loadMember()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Forget me on this device' })).toBeNull()
  })

  test('sees the entry despite an invalid remembered ticket, which is forgotten', async () => {
    network.use(onQuery('waitlist', 'mine', () => ({ ...statusOf(12), ticket: ticketOf('own') })))
    saveMember({ ticket: ticketOf('old'), email: 'ana@example.com' })
    await renderPart(<Page />, signedIn())
    await place('12th')
    expect(loadMember()).toBeNull()
  })

  test('without an entry sees the page of an anonymous visitor', async () => {
    network.use(onQuery('waitlist', 'mine', () => null))
    await renderPart(<Page />, signedIn())
    expect(await screen.findByRole('heading', { name: 'Where do you stand?' })).toBeVisible()
  })

  test('gets a new ticket when theirs expires on the open page; another remembered member is kept', async () => {
    const bia = { ticket: ticketOf('bia'), email: 'bia@example.com' }
    saveMember(bia)
    setUrl(`/waitlist#${ticketOf('old')}`)
    network.use(
      onQuery('waitlist', 'mine', () => ({ ...statusOf(12), ticket: ticketOf('own') })),
      onMutation('waitlist', 'download', () => ({ error: 'invalid_ticket' as const })),
      onMutation('waitlist', 'erase', ({ ticket }) => ({
        error: ticket === ticketOf('new') ? null : ('invalid_ticket' as const),
      })),
    )
    await renderPart(<Page />, signedIn())
    await place('12th')
    network.use(onQuery('waitlist', 'mine', () => ({ ...statusOf(11), ticket: ticketOf('new') })))
    await userEvent.click(screen.getByRole('button', { name: 'Download my entry' }))
    await place('11th')
    await userEvent.click(screen.getByRole('button', { name: 'Delete my entry' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete for good' }))
    expect(await screen.findByRole('heading', { name: 'Your entry is deleted' })).toBeVisible()
    expect(loadMember()).toEqual(bia)
  })

  test('sees their own entry after replacing another user', async () => {
    const auth = createSessionStore(viewer)
    network.use(onQuery('waitlist', 'mine', () => ({ ...statusOf(12), ticket: ticketOf('own') })))
    await renderPart(<Page />, { auth })
    await place('12th')
    network.use(onQuery('waitlist', 'mine', () => ({ ...statusOf(30), ticket: ticketOf('brunos') })))
    act(() => auth.set(toSessionState('signed_in', { ...viewer, id: '2', email: 'bruno@example.com', name: 'Bruno' })))
    await place('30th')
  })

  test('does not see the entry after signing out elsewhere while it loads', async () => {
    const auth = createSessionStore(viewer)
    const pending = Promise.withResolvers<OwnStatus>()
    const query = vi.fn(() => pending.promise)
    await renderPart(<Page />, { auth, api: async () => ({ waitlist: { mine: { query } } }) as never })
    await waitFor(() => expect(query).toHaveBeenCalledOnce())
    act(() => auth.set(toSessionState('signed_out', null)))
    await screen.findByRole('heading', { name: 'Where do you stand?' })
    await act(async () => pending.resolve({ ...statusOf(12), ticket: ticketOf('own') }))
    expect(screen.getByRole('heading', { name: 'Where do you stand?' })).toBeVisible()
  })
})

test('“Forget me on this device” removes the member and their drafts from the browser', async () => {
  const erase = vi.fn(() => ({ error: null }))
  network.use(onMutation('waitlist', 'erase', erase))
  localStorage.setItem('duo.survey', '{"email":"ana@example.com"}')
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  await place('51st')
  await userEvent.click(screen.getByRole('button', { name: 'Forget me on this device' }))
  expect(await screen.findByRole('heading', { name: 'Where do you stand?' })).toBeVisible()
  expect(localStorage).toHaveLength(0)
  // only the browser forgets: the link still opens the entry
  act(() => {
    window.location.hash = ticketOf('ana')
  })
  await place('51st')
  expect(erase).not.toHaveBeenCalled()
})

describe('a browser that has not proven its confirmed address', () => {
  const { position, invitesLeft, invites_count, referral_code, referral_link, email } = statusOf(51)
  const membership: MembershipStatus = {
    ...{ position, invitesLeft, invites_count, referral_code, referral_link, email },
    inReview: 0,
    invitedAt: null,
    confirmed: true,
    proven: false,
  }
  const glimpse: StatusResult = { error: null, status: membership }
  beforeEach(() => {
    network.use(
      onQuery('waitlist', 'status', () => glimpse),
      onMutation('waitlist', 'sendStatusLink', () => ({ error: null, message: '', mailed: true })),
    )
    saveMember({ ticket: ticketOf('ana'), email })
  })

  test('sees position and invitation link, and is offered the rest by mail', async () => {
    await renderPart(<Page />)
    await place('51st')
    expect(screen.getByDisplayValue(referral_link)).toBeVisible()
    for (const name of ['Your friends', 'What happened so far', 'Your entry']) {
      expect(screen.queryByRole('heading', { name })).toBeNull()
    }
    expect(screen.getByRole('heading', { name: 'The rest is in your inbox' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send me my link' }))
    expect(await screen.findByText('On its way to ana@example.com.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Forget me on this device' }))
    expect(loadMember()).toBeNull()
  })

  test.each([
    ['en', 'It’s your turn', 'Create my account', 'We invited you to the beta on November 26, 2026.'],
    ['pt-BR', 'Chegou a sua vez', 'Criar minha conta', 'Convidamos você para o beta em 26 de novembro de 2026.'],
  ])('learns that it is its turn, with the first step instead of a place, in %s', async (lang, title, action, since) => {
    document.documentElement.lang = lang
    const invited = { ...membership, inReview: 1, invitedAt: '2026-11-26T12:00:00.000Z' }
    network.use(onQuery('waitlist', 'status', () => ({ error: null, status: invited })))
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByText(since)).toBeVisible()
    expect(screen.getByRole('link', { name: action })).toHaveAttribute(
      'href',
      expect.stringContaining('mode=sign-up#invitation='),
    )
    expect(document.body).not.toHaveTextContent(/51st|51º|when it is your turn|quando for a sua vez|priority|prioritário/)
    expect(screen.queryByText(/under review|em análise/)).toBeNull()
  })

  test('can answer open questions, and sees a message for answered ones', async () => {
    const partialAnswers = { userTypes: [], niches: [], agentTypes: [], description: 'Bees' }
    const progress: ProgressResult = {
      ...unanswered,
      qualified: true,
      drafts: { qualification: null, follow_up: { answers: partialAnswers, changedAt: '2026-11-21T10:00:00.000Z' } },
    }
    network.use(
      onMutation('survey', 'progress', () => progress),
      onMutation('survey', 'followUp', () => ({ error: 'needs_mail' as const })),
    )
    await renderPart(<Page />)
    await userEvent.click(await screen.findByRole('button', { name: 'Continue where you left off' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send answers' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/already been answered for your address/)
    await userEvent.click(screen.getByRole('button', { name: 'Send me my link' }))
    expect(await screen.findByText('On its way to ana@example.com.')).toBeVisible()
  })

  describe('of a signed-in user', () => {
    const viewer = { id: '1', email, name: 'Ana', expiresAt: 4_000_000_000 }
    const signedIn = () => ({ auth: createSessionStore(viewer) })
    const locked = () => screen.queryByRole('heading', { name: 'The rest is in your inbox' })

    test('shows the whole of the user’s own entry, also when it is loaded again and once it is deleted', async () => {
      network.use(
        onQuery('waitlist', 'mine', () => ({ ...statusOf(51), ticket: ticketOf('own') })),
        onMutation('waitlist', 'erase', ({ ticket }) => ({
          error: ticket === ticketOf('own') ? null : ('needs_mail' as const),
        })),
      )
      await renderPart(<Page />, signedIn())
      expect(await screen.findByRole('heading', { name: 'What happened so far' })).toBeVisible()
      expect(locked()).toBeNull()
      expect(loadMember()).toEqual({ ticket: ticketOf('ana'), email })
      network.use(
        onQuery('waitlist', 'mine', () => {
          throw callFailure('unavailable')
        }),
      )
      const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
      notifyTabs('duo.waitlist', 'another tab')
      await waitFor(() => expect(errors).toHaveBeenCalled())
      expect(locked()).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Delete my entry' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Delete for good' }))
      expect(await screen.findByRole('heading', { name: 'Your entry is deleted' })).toBeVisible()
      expect(loadMember()).toBeNull()
    })

    test.each([
      ['another entry', () => ({ ...statusOf(9), email: 'bia@example.com', ticket: ticketOf('own') })],
      ['no entry', () => null],
    ])('stays closed to an account with %s', async (_, mine) => {
      network.use(onQuery('waitlist', 'mine', mine))
      await renderPart(<Page />, signedIn())
      await place('51st')
      expect(locked()).toBeVisible()
    })

    test('stays as it is while the session cannot be asked', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      network.use(
        onQuery('waitlist', 'mine', () => {
          throw callFailure('unavailable')
        }),
      )
      await renderPart(<Page />, signedIn())
      await place('51st')
      expect(locked()).toBeVisible()
    })
  })

  test('sees the page in Portuguese', async () => {
    document.documentElement.lang = 'pt-BR'
    await renderPart(<Page />)
    expect(await screen.findByRole('heading', { name: 'O resto está no seu e-mail' })).toBeVisible()
  })
})

test('deleting the entry shows a goodbye at the top of the page and clears the browser’s data', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo')
  network.use(onMutation('waitlist', 'erase', (_input) => ({ error: null })))
  localStorage.setItem('duo.survey', '{"email":"ana@example.com"}')
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  await place('51st')
  scrolled.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Delete my entry' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByRole('heading', { name: 'Your entry is deleted' })).toBeVisible()
  expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
  await waitFor(() => expect(loadMember()).toBeNull())
  expect(localStorage.getItem('duo.survey')).toBeNull()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('offers a new link when the ticket expires while the page is open', async () => {
  const expired: DownloadResult = { error: 'invalid_ticket' }
  network.use(onMutation('waitlist', 'download', () => expired))
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  await place('51st')
  await userEvent.click(screen.getByRole('button', { name: 'Download my entry' }))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(loadMember()).toBeNull()
})

test('open questions resume where the member left off; answered ones are not offered', async () => {
  const partialAnswers = { userTypes: [], niches: ['finance' as const], agentTypes: [], description: '' }
  const progress: ProgressResult = {
    ...unanswered,
    qualified: true,
    drafts: { qualification: null, follow_up: { answers: partialAnswers, changedAt: '2026-11-21T10:00:00.000Z' } },
  }
  network.use(onMutation('survey', 'progress', () => progress))
  setUrl(`/waitlist#${ticketOf('ana')}`)
  const { unmount } = await renderPart(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue where you left off' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('checkbox', { name: 'Finance' })).toBeChecked()
  unmount()

  const draft = { email: 'ana@example.com', follow_up: { answers: partialAnswers, changedAt: '2026-11-21T11:00:00.000Z' } }
  localStorage.setItem('duo.survey', JSON.stringify(draft))
  const requests = vi.fn(() => ({ ...unanswered, qualified: true, followedUp: true }))
  network.use(onMutation('survey', 'progress', requests))
  await renderPart(<Page />)
  await place('51st')
  await waitFor(() => expect(requests).toHaveBeenCalled())
  await waitFor(() => expect(localStorage.getItem('duo.survey')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Tell us about you' })).toBeNull()
})

test('a link to the questions shows them, though they load after the page', async () => {
  const shown = vi.fn()
  Element.prototype.scrollIntoView = shown
  saveMember({ ticket: ticketOf('ana'), email: 'ana@example.com' })
  setUrl('/waitlist#surveys')
  await renderPart(<Page />)
  const title = await screen.findByRole('heading', { name: 'Tell us about you' })
  await waitFor(() => expect(title).toHaveFocus())
  expect(shown.mock.contexts).toEqual([title])
})

test('keeps the button for a retry when the script of the questions fails to load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.doMock('./member-flow.tsx', () => Promise.reject(new Error('connection lost')))
  setUrl(`/waitlist#${ticketOf('ana')}`)
  await renderPart(<Page />)
  const button = await screen.findByRole('button', { name: 'Answer the questions' })
  await userEvent.click(button)
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  vi.doUnmock('./member-flow.tsx')
})
