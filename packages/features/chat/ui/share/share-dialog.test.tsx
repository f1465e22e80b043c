import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callFailure, onMutation, onQuery, renderPart } from '#testing.tsx'
import type { Message } from '../../schema.ts'
import { TrpcProvider } from '../trpc-provider.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { fileName, transcriptOf } from './transcript.ts'

const id = '01a1feb3-934f-70e6-b492-e26717e0a7f7'
const sharedAt = '2026-11-21T12:00:00.000Z'
const later = '2026-11-22T12:00:00.000Z'
const token = 'a'.repeat(40)

beforeEach(() => network.use(onQuery('auth', 'session', () => null)))
afterEach(() => vi.restoreAllMocks())

const open = () =>
  renderPart(
    <TrpcProvider>
      <ShareDialog
        open
        onOpenChange={() => {}}
        returnFocusTo={{ current: null }}
        name="Ada Lovelace"
        conversationId={id}
        onPrint={() => {}}
      />
    </TrpcProvider>,
  )
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button))
const link = () => screen.queryByRole('textbox', { name: 'Link' })

test('creates a link, shows it once, and revokes it', async () => {
  network.use(
    onQuery('chat', 'shareState', () => ({ sharedAt: null })),
    onMutation('chat', 'share', () => ({ error: null, token, sharedAt })),
    onMutation('chat', 'unshare', () => ({ error: null })),
  )
  await open()
  await press('Create link')
  await waitFor(() => expect(link()).toBeVisible())
  expect((link() as HTMLInputElement).value).toMatch(new RegExp(`/shared/${token}$`))
  expect(screen.getByText('This conversation has been public since November 21, 2026.')).toBeVisible()
  await press('Turn off the link')
  expect(await screen.findByText('The link no longer works. Nobody can read the conversation through it.')).toBeVisible()
  expect(link()).toBeNull()
  expect(screen.getByRole('button', { name: 'Create link' })).toBeEnabled()
})

test('a link that another tab has made meanwhile is reported first, and ends only by a second press', async () => {
  let known: string | null = null
  const made = vi.fn(() => ({ error: null, token, sharedAt: later }))
  network.use(
    onQuery('chat', 'shareState', () => ({ sharedAt: known })),
    onMutation('chat', 'share', made),
  )
  await open()
  await screen.findByRole('button', { name: 'Create link' })
  known = sharedAt
  await press('Create link')
  expect(await screen.findByText(/The link was shown once/)).toBeVisible()
  expect(made).not.toHaveBeenCalled()
  await press('New link')
  await waitFor(() => expect(link()).toBeVisible())
})

test('reports a link created on another device without showing it, and replaces it with a new one', async () => {
  network.use(
    onQuery('chat', 'shareState', () => ({ sharedAt })),
    onMutation('chat', 'share', () => ({ error: null, token, sharedAt: later })),
  )
  await open()
  expect(await screen.findByText(/The link was shown once/)).toBeVisible()
  expect(link()).toBeNull()
  await press('New link')
  await waitFor(() => expect(link()).toBeVisible())
  expect(screen.getByText('This conversation has been public since November 22, 2026.')).toBeVisible()
})

test.each([
  ['nothing to share', () => ({ error: 'nothing_to_share' }) as const, 'There is no answer to share yet.'],
  [
    'a failure',
    () => {
      throw callFailure('unavailable')
    },
    'That did not work. Try again.',
  ],
])('%s shows an error and no link', async (_, answer, text) => {
  network.use(
    onQuery('chat', 'shareState', () => ({ sharedAt: null })),
    onMutation('chat', 'share', answer),
  )
  await open()
  await press('Create link')
  expect(await screen.findByText(text)).toBeVisible()
  expect(link()).toBeNull()
})

const message = (seq: number, content: string): Message => ({
  id: `01a1feb3-934f-70e6-b492-0000000001${String(seq).padStart(2, '0')}`,
  seq,
  role: seq % 2 === 1 ? 'user' : 'assistant',
  content,
  created_at: sharedAt,
  clientId: null,
  status: 'done',
  origin: null,
  problem: null,
  sources: seq % 2 === 1 ? [] : [{ title: 'Cards', source: 'Notes, 1843' }],
  next: [],
  tokens: null,
})

test('downloads a long conversation completely, oldest message first', async () => {
  const saved: { name: string; blob: Blob }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.at(-1) as Blob })
  })
  network.use(
    onQuery('chat', 'shareState', () => ({ sharedAt: null })),
    onQuery('chat', 'messages', ({ cursor }) =>
      cursor === null
        ? { messages: [message(3, 'Third'), message(4, 'Fourth')], path: 0, before: '3' }
        : { messages: [message(1, 'First'), message(2, 'Second')], path: 0, before: null },
    ),
  )
  await open()
  await press('As plain text')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('duo-ada-lovelace.txt')
  const text = (await saved[0]?.blob.text()) ?? ''
  const places = ['First', 'Second', 'Third', 'Fourth'].map((word) => text.indexOf(word))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('a transcript names speakers and sources, and Markdown keeps the formatting of replies', () => {
  const conversation = {
    name: 'Ada',
    title: 'On *looms*',
    messages: [message(1, 'One\ntwo'), message(2, '**Three**'), message(3, '')],
  }
  expect(transcriptOf(conversation, 'md')).toBe(
    `# On \\*looms\\*\n\nA simulation made by Duo from notes. It can be wrong.\n\n**You**, November 21, 2026\n\n> One  \n> two\n\n**Ada**, November 21, 2026\n\n**Three**\n\n1. Cards (Notes, 1843)\n`,
  )
  expect(transcriptOf(conversation, 'txt')).toContain(
    'You, November 21, 2026:\n\nOne\ntwo\n\nAda, November 21, 2026:\n\n**Three**',
  )
  expect(fileName('José de Alencar', 'md')).toBe('duo-jose-de-alencar.md')
  expect(fileName('李小龍', 'txt')).toBe('duo.txt')
})

test('a transcript encloses a machine-made reply in markers with its note, and nothing else', () => {
  const reply = { ...message(2, 'Two'), origin: 'offline' as const, provenance: 'a.b.c' }
  const conversation = { name: 'Ada', title: 'Looms', messages: [message(1, 'One'), reply, message(4, 'Help')] }
  const term = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'
  const start = `duo:reply ${reply.id} ${term}`
  const end = `duo:note ${reply.id} a.b.c`
  expect(transcriptOf(conversation, 'md')).toContain(`\n\n<!-- ${start} -->\n\nTwo\n\n<!-- ${end} -->\n\n1. Cards`)
  const plain = transcriptOf(conversation, 'txt')
  expect(plain).toContain(`\n\n[${start}]\n\nTwo\n\n[${end}]\n\n1. Cards`)
  expect(plain.match(/duo:/g)).toHaveLength(2)
})
