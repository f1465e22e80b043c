import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callFailure, onMutation, renderPart } from '#testing.tsx'
import type { DownloadResult, EraseResult, Friend, HistoryEvent, SubscribeResult, WaitlistStatus } from '../../schema.ts'
import { StatusView, type StatusViewProps } from './status-view.tsx'

const at = '2026-03-12T12:00:00.000Z'
const status: WaitlistStatus = {
  position: 14,
  invitesLeft: 3,
  invites_count: 2,
  referral_code: 'ABC',
  referral_link: 'https://goduo.example/?ref=ABC',
  inReview: 0,
  invitedAt: null,
  email: 'ana@example.com',
  confirmed: true,
  joinedAt: at,
  explanation: { joinedAs: 51, gained: 40, others: 3, placesPerFriend: 100 },
  invitedAhead: 0,
  friends: [],
  history: [{ at, kind: 'joined', position: 51 }],
  mails: true,
  mailRefused: false,
  proven: true,
}
const onErased = vi.fn()
const onChanged = vi.fn(async () => {})
const onMailOutcome = vi.fn(async () => {})
const onExpired = vi.fn()
const onSignedOut = vi.fn()

const view = (changes: Partial<WaitlistStatus> = {}, props: Partial<StatusViewProps> = {}) =>
  renderPart(
    <StatusView
      ticket="ticket"
      status={{ ...status, ...changes }}
      onChanged={onChanged}
      onMailOutcome={onMailOutcome}
      onErased={onErased}
      onExpired={onExpired}
      onSignedOut={onSignedOut}
      {...props}
    />,
  )
const part = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string, within = screen) => userEvent.click(within.getByRole('button', { name }))

beforeEach(() => {
  onErased.mockClear()
  onExpired.mockClear()
})
afterEach(() => vi.restoreAllMocks())

describe('the position', () => {
  test('is in one heading and explained in words and as a sum that adds up', async () => {
    await view()
    expect(screen.getByRole('heading', { level: 1, name: 'You are 14th on the list' })).toBeVisible()
    expect(
      screen.getByText(
        'You joined 51st. 2 confirmed friends moved you up 40 places. Since then, people who brought friends have overtaken you: you moved back 3 places. Each friend who confirms moves you up by at most 13 places.',
      ),
    ).toBeVisible()
    expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
      '51st',
      '40 places',
      '3 places',
      '14th',
    ])
    expect(screen.getByText('ana@example.com, on the list since March 12, 2026')).toBeVisible()
  })

  test.each<[Partial<WaitlistStatus['explanation']>, number, number, string]>([
    [{ joinedAs: 7, gained: 0, others: 0 }, 0, 5, 'You joined 7th. Each friend who confirms moves you up by at most 13 places.'],
    [{ joinedAs: 2, gained: 1, others: 0 }, 1, 4, 'You joined 2nd. 1 confirmed friend moved you up 1 place. Each friend'],
    [
      { joinedAs: 1051, gained: 0, others: -1 },
      5,
      0,
      'You joined 1,051st. Since then, people ahead of you have left: you moved up 1 place.',
    ],
  ])('is explained for %j without changes that did not happen', async (explanation, invites_count, invitesLeft, text) => {
    await view({ explanation: { ...status.explanation, ...explanation }, invites_count, invitesLeft })
    expect(screen.getByText((content) => content.startsWith(text))).toBeVisible()
  })

  test.each([
    [0, 14, ''],
    [1, 14, ' 1 person ahead of you has already been invited to the beta.'],
    [12, 14, ' 12 people ahead of you have already been invited to the beta.'],
    [1, 2, ' The person ahead of you has already been invited to the beta.'],
    [13, 14, ' All 13 people ahead of you have already been invited to the beta.'],
    [1000, 1002, ' At least 1,000 people ahead of you have already been invited to the beta.'],
  ])('tells that of those ahead %d have been invited', async (invitedAhead, position, text) => {
    const explanation = { ...status.explanation, joinedAs: position, gained: 0, others: 0 }
    await view({ invitedAhead, position, explanation, invites_count: 0, invitesLeft: 0 })
    const [joined] = screen.getAllByText(/^You joined .* in line\.|^You joined/)
    expect(joined?.textContent?.replace(/^You joined \S+\./, '')).toBe(text)
  })

  test.each([
    ['en', 2, 'A friend who confirms can move you up 1 place.'],
    ['en', 3, 'Each friend who confirms moves you up by at most 2 places.'],
    ['pt-BR', 2, 'Um amigo que confirma pode fazer você avançar 1 lugar.'],
    ['pt-BR', 101, 'Cada amigo que confirma faz você avançar até 100 lugares.'],
    ['pt-BR', 102, 'Cada amigo que confirma faz você avançar até 100 lugares.'],
  ])('promises no more places than are ahead, in %s to the one at %i', async (lang, position, text) => {
    document.documentElement.lang = lang
    await view({ position })
    expect(screen.getByText((content) => content.endsWith(text))).toBeVisible()
  })

  test('who is first reads that a friend keeps others from overtaking, and nothing about moving up', async () => {
    await view({ position: 1, explanation: { ...status.explanation, joinedAs: 1, gained: 0, others: 0 } })
    expect(
      screen.getByText('You joined 1st. No one is ahead of you, and each friend who confirms makes you harder to overtake.'),
    ).toBeVisible()
    expect(document.body).not.toHaveTextContent('moves you up')
  })

  test.each([
    ['en', 1, 'You were already 1st, so your place stayed the same.', ['1st', '1st']],
    ['en', 3, 'Your place stayed 3rd: the people ahead of you brought friends too, or joined long before you.', ['3rd', '3rd']],
    ['pt-BR', 1, 'Você já estava em 1º lugar, então nada mudou.', ['1º', '1º']],
    ['pt-BR', 3, 'Você continuou em 3º lugar: quem está na sua frente também trouxe amigos ou entrou bem antes', ['3º', '3º']],
  ])('says (%s) why a friend left the %i. place as it was, and calls no such friend a gain', async (lang, place, reason, sum) => {
    document.documentElement.lang = lang
    const history: HistoryEvent[] = [{ at, kind: 'friend_counted', from: place, to: place, friends: 1 }]
    const explanation = { ...status.explanation, joinedAs: place, gained: 0, others: 0 }
    await view({ position: place, invites_count: 1, history, explanation })
    expect(screen.getAllByText((content) => content.includes(reason))).toHaveLength(2)
    expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual(sum)
  })

  test.each<[string, Partial<WaitlistStatus>, RegExp | null]>([
    ['waits', {}, /^Your place is confirmed\. There is nothing else to do/],
    ['has unsubscribed', { mails: false }, /^You unsubscribed\. .* subscribe again/],
    ['has not confirmed', { confirmed: false }, null],
  ])('comes with what is next for who %s', async (_, change, text) => {
    await view(change)
    const place = screen.getByRole('region', { name: 'You are 14th on the list' })
    if (text) expect(within(place).getByText(text)).toBeVisible()
    else expect(within(place).queryByText(/nothing else to do|subscribe again/)).toBeNull()
  })

  test('is explained in Portuguese', async () => {
    document.documentElement.lang = 'pt-BR'
    await view()
    expect(screen.getByRole('heading', { level: 1, name: 'Você está em 14º lugar na lista' })).toBeVisible()
    expect(
      screen.getByText(/^Você entrou na lista em 51º lugar\. 2 amigos confirmados fizeram você avançar 40 lugares\./),
    ).toBeVisible()
    expect(screen.getByText(/na lista desde 12 de março de 2026/)).toBeVisible()
  })

  test('comes with a notice right after the confirmation', async () => {
    await view({}, { justConfirmed: true })
    expect(screen.getByText('Your address is confirmed.')).toBeVisible()
  })
})

describe('an unconfirmed address', () => {
  test('shows a reminder and can request the mail again', async () => {
    const requests: string[] = []
    network.use(
      onMutation('waitlist', 'sendStatusLink', ({ email }) => {
        requests.push(email)
        return { error: null, message: '', mailed: true }
      }),
    )
    await view({ confirmed: false })
    await press('Send the email again')
    expect(await part('Confirm your address').findByText('On its way to ana@example.com.')).toBeVisible()
    expect(requests).toEqual(['ana@example.com'])
  })

  test.each([
    ['en', 'Check your address', /^The mail server refused our email to ana@example\.com\./, 'Use another address'],
    [
      'pt-BR',
      'Confira seu endereço',
      /^O servidor de e-mail recusou nosso e-mail para ana@example\.com\./,
      'Usar outro endereço',
    ],
  ])(
    'that the mail server refuses (%s) is said, with the way to another one and no promise',
    async (lang, title, text, other) => {
      document.documentElement.lang = lang
      network.use(onMutation('waitlist', 'sendStatusLink', () => ({ error: null, message: '', mailed: true })))
      await view({ confirmed: false, mailRefused: true })
      const section = part(title)
      expect(section.getByText(text)).toBeVisible()
      const link = section.getByRole('link', { name: other })
      expect(link.getAttribute('href')).toMatch(/^\/(pt)?#email-collection$/)
      expect(screen.queryByText(/We wrote to|Escrevemos para/)).toBeNull()
      await userEvent.click(section.getByRole('button'))
      expect(await section.findByText(/refused again|recusado de novo/)).toBeVisible()
      expect(screen.queryByText(/On its way to|A caminho de/)).toBeNull()
      onMailOutcome.mockClear()
      await waitFor(() => expect(onMailOutcome).toHaveBeenCalled(), { timeout: 3_000 })
    },
  )

  test('shows a failed request for the mail, which can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let calls = 0
    network.use(
      onMutation('waitlist', 'sendStatusLink', (_input) => {
        calls += 1
        if (calls === 1) throw callFailure('too_many_requests')
        return { error: null, message: '', mailed: false }
      }),
    )
    await view({ confirmed: false })
    await press('Send the email again')
    expect(await screen.findByText(/We could not send the email/)).toBeVisible()
    await press('Send the email again')
    expect(await screen.findByText(/as soon as our mail service is running/)).toBeVisible()
  })

  test('is not mentioned once confirmed', async () => {
    await view()
    expect(screen.queryByRole('region', { name: 'Confirm your address' })).not.toBeInTheDocument()
  })
})

test('an invitation to the beta says since when, what is open today, what is not, and the first step', async () => {
  await view({ invitedAt: at })
  expect(screen.getByRole('heading', { level: 1, name: 'It’s your turn' })).toBeVisible()
  expect(screen.getByText('We invited you to the beta on March 12, 2026.')).toBeVisible()
  const invitation = part('Start here')
  expect(invitation.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Open to you today',
    'Not yet open',
  ])
  expect(invitation.getByText(/An agent of your own/)).toBeVisible()
  expect(invitation.getByText(/Create your account with ana@example.com/)).toBeVisible()
  expect(invitation.getByRole('link', { name: 'Create my account' })).toHaveAttribute(
    'href',
    '/auth?mode=sign-up#invitation=ana%40example.com',
  )
})

test.each([
  ['en', /^Anyone who joins with your link/, /priority|14th|moves you up|when it is your turn/],
  ['pt-BR', /^Quem entra pelo seu link/, /prioritário|14º|faz você avançar|quando for a sua vez/],
])('who is invited reads of no place and no priority, in %s', async (lang, text, waiting) => {
  document.documentElement.lang = lang
  await view({ invitedAt: at })
  expect(screen.getByText(text)).toBeVisible()
  expect(document.body).not.toHaveTextContent(waiting)
  await view({ invitedAt: at, invites_count: 5, invitesLeft: 0 })
  expect(screen.getByText(/^(Five friends confirmed\. Your link|Cinco amigos confirmaram\. Seu link)/)).toBeVisible()
  expect(document.body).not.toHaveTextContent(waiting)
})

test('a friend who confirms after the invitation is in the history, and moved no one', async () => {
  const history: HistoryEvent[] = [
    { at: '2026-03-14T12:00:00Z', kind: 'friend_counted', from: 3, to: 2, friends: 3 },
    { at, kind: 'invited' },
    { at: '2026-03-10T12:00:00Z', kind: 'friend_counted', from: 51, to: 11, friends: 2 },
  ]
  await view({ history, invitedAt: at })
  const lines = part('What happened so far').getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent?.replace(/^.*, 2026/, ''))).toEqual([
    'Your 3rd friend confirmed.',
    'We invited you to the beta.',
    'Your 2nd friend confirmed: you moved up from 51st to 11th.',
  ])
})

test('the page shows the invitations and the open surveys', async () => {
  await view({}, { surveys: <p>Two questions</p> })
  expect(part('Your invitations').getByRole('textbox')).toHaveValue(status.referral_link)
  expect(screen.getByText('Two questions')).toBeVisible()
})

describe('friends', () => {
  const friend = (changes: Partial<Friend>): Friend => ({
    name: 'a•••@g•••.com',
    state: 'counted',
    reason: null,
    joinedAt: at,
    since: at,
    ...changes,
  })

  test.each<[Partial<Friend>, string]>([
    [{ state: 'counted' }, 'Confirmed. Counts for you.'],
    [{ state: 'waiting' }, 'Joined, but has not confirmed yet.'],
    [
      { state: 'not_counted', reason: 'review_mailbox' },
      'Under review: we are checking the email address. If all is well, it counts.',
    ],
    [
      { state: 'not_counted', reason: 'review_network' },
      'Under review: several friends joined from the same network. If all is well, it counts.',
    ],
    [
      { state: 'not_counted', reason: 'review_form' },
      'Under review: we are checking how the form was filled in. If all is well, it counts.',
    ],
    [{ state: 'not_counted', reason: 'refused' }, 'We checked this invitation, and it does not count.'],
    [{ state: 'not_counted', reason: 'repeated' }, 'Does not count: this mailbox has already counted.'],
    [
      { state: 'not_counted', reason: 'goal_reached' },
      'Does not count: you had already reached five. They are still on the list.',
    ],
    [{ state: 'not_counted', reason: null }, 'Does not count.'],
  ])('with %j have a text', async (changes, text) => {
    await view({ friends: [friend(changes)] })
    const [line] = part('Your friends').getAllByRole('listitem')
    expect(line).toHaveTextContent(new RegExp(`^a•••@g•••\\.comJoined March 12, 2026 at \\d+:00.[AP]M${RegExp.escape(text)}$`))
  })

  test('who have left are shown without name and day', async () => {
    await view({ friends: [friend({ name: null, joinedAt: null, since: null }), friend({})] })
    const [leftFriend, otherFriend] = part('Your friends').getAllByRole('listitem')
    expect(leftFriend).toHaveTextContent(/^Someone who has left the listConfirmed\. Counts for you\.$/)
    expect(otherFriend).toHaveTextContent('a•••@g•••.com')
  })

  test('whose addresses look alike are told apart by the moment they joined', async () => {
    await view({ friends: [friend({ joinedAt: '2026-03-12T12:05:00Z' }), friend({ joinedAt: '2026-03-12T12:40:00Z' })] })
    const [one, other] = part('Your friends').getAllByRole('listitem')
    expect([one, other].map((line) => line?.textContent)).toEqual([
      expect.stringContaining(':05'),
      expect.stringContaining(':40'),
    ])
  })

  test('are replaced by an explanation while there are none', async () => {
    await view()
    expect(part('Your friends').getByText(/No one has joined with your link yet\./)).toBeVisible()
  })
})

test('the history shows every event with its day, in order', async () => {
  const history: HistoryEvent[] = [
    { at, kind: 'subscribed' },
    { at, kind: 'unsubscribed' },
    { at, kind: 'invited' },
    { at, kind: 'goal_reached' },
    { at, kind: 'friend_counted', from: 51, to: 11, friends: 1 },
    { at, kind: 'confirmed' },
    { at: '2026-03-01T12:00:00Z', kind: 'joined', position: 51 },
  ]
  await view({ history })
  const lines = part('What happened so far').getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'March 12, 2026You subscribed to our emails again.',
    'March 12, 2026You unsubscribed from our emails.',
    'March 12, 2026We invited you to the beta.',
    'March 12, 2026Goal reached: five friends, priority access.',
    'March 12, 2026Your 1st friend confirmed: you moved up from 51st to 11th.',
    'March 12, 2026You confirmed your address.',
    'March 1, 2026You joined, 51st in line.',
  ])
  expect(lines[6]?.querySelector('time')).toHaveAttribute('datetime', '2026-03-01T12:00:00Z')
})

test.each([
  [true, 'Emails are on'],
  [false, 'Emails are off'],
])('the page shows whether mails are on (%s)', async (mails, text) => {
  await view({ mails })
  expect(part('Your entry').getByRole('heading', { name: text })).toBeVisible()
})

test('who is invited and gets no mails reads that the invitation stands, and of none to come', async () => {
  await view({ mails: false, invitedAt: at })
  expect(part('Your entry').getByText(/Your invitation to the beta still stands: it is on this page/)).toBeVisible()
  expect(document.body).not.toHaveTextContent('invite people to the beta by email')
})

test('a member can switch mails off and on again and sees the current state', async () => {
  let mails = true
  const answer = (isOn: boolean) => () => {
    mails = isOn
    return { error: null, isInvited: false }
  }
  network.use(onMutation('waitlist', 'unsubscribe', answer(false)), onMutation('waitlist', 'subscribe', answer(true)))
  function Loaded() {
    const [entry, setEntry] = useState(status)
    const load = async () => setEntry({ ...status, mails })
    return <StatusView ticket="ticket" status={entry} {...{ onMailOutcome, onErased, onExpired, onSignedOut }} onChanged={load} />
  }
  await renderPart(<Loaded />)
  await press('Unsubscribe')
  expect(await screen.findByRole('heading', { name: 'Emails are off' })).toBeVisible()
  await press('Subscribe again')
  expect(await screen.findByRole('heading', { name: 'Emails are on' })).toBeVisible()
})

test('a browser that only joined needs a mailed link to switch mails on', async () => {
  const refused: SubscribeResult = { error: 'needs_mail' }
  network.use(onMutation('waitlist', 'subscribe', (_input) => refused))
  await view({ mails: false })
  await press('Subscribe again')
  expect(await screen.findByRole('alert')).toHaveTextContent('For your safety, this only works from the link in your inbox')
})

describe('downloading', () => {
  const saved: { name: string; content: Promise<string> }[] = []
  let made: Blob
  beforeEach(() => {
    saved.length = 0
    const createObjectURL = (blob: Blob) => {
      made = blob
      return 'blob:one'
    }
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content: made.text() })
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  const answer = (response: DownloadResult) => network.use(onMutation('waitlist', 'download', (_input) => response))

  test('saves all parts in one file, by name', async () => {
    answer({ error: null, entry: { email: 'ana@example.com' } })
    await view({}, { parts: { survey: async (ticket) => ({ error: null, entry: { survey: ticket } }) } })
    await press('Download my entry')
    expect(await screen.findByText('Saved as duo-waitlist.json.')).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual(['duo-waitlist.json'])
    expect(JSON.parse((await saved[0]?.content) ?? '')).toEqual({
      waitlist: { email: 'ana@example.com' },
      survey: { survey: 'ticket' },
    })
  })

  test.each<[string, DownloadResult, DownloadResult]>([
    ['the waitlist', { error: 'needs_mail' }, { error: null, entry: {} }],
    ['another part', { error: null, entry: {} }, { error: 'needs_mail' }],
  ])('saves nothing without proof of the mailbox (%s), and offers to mail the link', async (_, own, other) => {
    answer(own)
    await view({}, { parts: { survey: async () => other } })
    await press('Download my entry')
    expect(await screen.findByRole('alert')).toHaveTextContent('For your safety, this only works from the link in your inbox')
    expect(saved).toEqual([])
    expect(screen.getAllByRole('button', { name: 'Send me my link' })).toHaveLength(2)
  })

  test('reports an invalid ticket to the page', async () => {
    answer({ error: 'invalid_ticket' })
    await view()
    await press('Download my entry')
    await waitFor(() => expect(onExpired).toHaveBeenCalledOnce())
    expect(saved).toEqual([])
  })

  test('shows a failure and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    network.use(
      onMutation('waitlist', 'download', (_input) => {
        throw callFailure('internal')
      }),
    )
    await view()
    await press('Download my entry')
    expect(await screen.findByRole('alert')).toHaveTextContent('That did not work.')
    answer({ error: null, entry: {} })
    await press('Download my entry')
    expect(await screen.findByText('Saved as duo-waitlist.json.')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('deleting', () => {
  const tickets: string[] = []
  beforeEach(() => {
    tickets.length = 0
  })
  const answer = (response: EraseResult) =>
    network.use(
      onMutation('waitlist', 'erase', ({ ticket }) => {
        tickets.push(ticket)
        return response
      }),
    )
  const ask = async () => {
    await view()
    await press('Delete my entry')
    return within(await screen.findByRole('dialog', { name: 'Delete your entry?' }))
  }

  test('asks first and explains the consequences; keeping deletes nothing', async () => {
    const dialog = await ask()
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/ana@example\.com. It cannot be undone/)
    expect(dialog.getAllByRole('listitem')).toHaveLength(3)
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my place' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete my entry' })).toHaveFocus())
    expect(tickets).toEqual([])
  })

  test('takes one press in the dialog', async () => {
    answer({ error: null })
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(onErased).toHaveBeenCalledOnce())
    expect(tickets).toEqual(['ticket'])
  })

  test('explains that it needs proof of the mailbox and offers to mail the link', async () => {
    answer({ error: 'needs_mail' })
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('For your safety, this only works from the link in your inbox')
    expect(dialog.getByRole('button', { name: 'Send me my link' })).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Delete for good' })).not.toBeInTheDocument()
    expect(onErased).not.toHaveBeenCalled()
  })

  test('reports an invalid ticket to the page', async () => {
    answer({ error: 'invalid_ticket' })
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(onExpired).toHaveBeenCalledOnce())
  })

  test('keeps the dialog open after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    network.use(
      onMutation('waitlist', 'erase', (_input) => {
        throw callFailure('unavailable')
      }),
    )
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('That did not work.')
    expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeEnabled()
  })
})

describe('signing out everywhere', () => {
  const signOut = () => press('Sign out everywhere')

  test('revokes the tickets and then notifies the page', async () => {
    const requests: string[] = []
    network.use(
      onMutation('waitlist', 'signOutEverywhere', ({ ticket }) => {
        requests.push(ticket)
        return { error: null }
      }),
    )
    onSignedOut.mockClear()
    await view()
    await signOut()
    await waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(1))
    expect(requests).toEqual(['ticket'])
  })

  test('requires a mailed link in the browser that entered the e-mail', async () => {
    network.use(onMutation('waitlist', 'signOutEverywhere', (): EraseResult => ({ error: 'needs_mail' })))
    onSignedOut.mockClear()
    await view()
    await signOut()
    expect(await screen.findByText(/For your safety, this only works from the link in your inbox/)).toBeVisible()
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})
