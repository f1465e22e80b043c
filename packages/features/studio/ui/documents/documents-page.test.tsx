import { network } from '@duo/platform/testing/component-setup.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { onMutation, onQuery, renderPart } from '../../../testing.tsx'
import type { StudioAgent, StudioDocument } from '../../schema.ts'
import { documentOf } from '../testing.ts'
import { listUploads, removeUpload } from '../uploads/upload-store.ts'
import { Documents } from './documents-page.tsx'

const agent: StudioAgent = {
  id: 'agent',
  name: 'Bakery',
  documents: 2,
  passages: 6,
  state: 'private',
  createdAt: '2026-11-27T10:00:00Z',
}
const usage = { limit: { bytes: 1_000_000, passages: 100 }, used: { bytes: 1_000, passages: 6 } }

/** Uploads that began. */
let begun: { name: string; replaces?: string | null | undefined; everywhere?: boolean | undefined }[] = []

beforeEach(() => {
  begun = []
  network.use(
    onMutation('studio', 'upload', (input) => {
      begun.push(input)
      return { error: null, versionId: `version ${begun.length}`, documentId: `document ${begun.length}` }
    }),
    http.post('*/api/studio/uploads/:version', () => HttpResponse.json({ received: 1 })),
  )
  return () => {
    for (const { key } of listUploads()) removeUpload(key)
  }
})

async function show(documents: StudioDocument[], change: Partial<StudioAgent> = {}) {
  const found = { agent: { ...agent, ...change }, documents, usage }
  network.use(onQuery('studio', 'documents', () => found))
  return await renderPart(<Documents {...found} />)
}

/** jsdom’s files lack the path that a file of a folder has. */
const fileOf = (name: string) => Object.assign(new File(['x'], name), { webkitRelativePath: '' })

async function add(...names: string[]) {
  await userEvent.click(screen.getByRole('button', { name: 'Add documents' }))
  await userEvent.click(screen.getByRole('checkbox'))
  const input = document.querySelector<HTMLInputElement>('[data-drop-zone] input[type=file]')
  if (!input) throw new Error('no input')
  await userEvent.upload(input, names.map(fileOf))
}

const uploaded = () => begun.map(({ name, replaces, everywhere }) => [name, replaces, everywhere])

test('a file with a name that is taken is asked about, and the others are sent at once', async () => {
  await show([documentOf('a', 'bread.md'), documentOf('b', 'oven.md')])
  await add('bread.md', 'new.md')
  const question = await screen.findByRole('group', { name: '“bread.md” is here already. Replace it or keep both?' })
  await vi.waitFor(() => expect(uploaded()).toEqual([['new.md', null, false]]))
  expect(within(question).getByRole('button', { name: 'Replace' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(uploaded()).toContainEqual(['bread.md', 'a', false]))
  expect(screen.queryByRole('group', { name: /is here already/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add documents' })).toHaveFocus()
})

test('both are kept, or the file is left out', async () => {
  await show([documentOf('a', 'bread.md')])
  await add('bread.md')
  await userEvent.click(await screen.findByRole('button', { name: 'Do not add' }))
  expect(screen.queryByRole('group', { name: /is here already/ })).toBeNull()
  await add('bread.md')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep both' }))
  await vi.waitFor(() => expect(uploaded()).toEqual([['bread.md', null, false]]))
})

test('several files are asked about once, and visitors are mentioned where a document is shared', async () => {
  await show([documentOf('a', 'bread.md', { isShared: true }), documentOf('b', 'oven.md')])
  await add('bread.md', 'oven.md')
  const question = await screen.findByRole('group', {
    name: '2 files have names that are here already. Replace them or keep both?',
  })
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['bread.md', 'oven.md'])
  expect(question).toHaveTextContent('They keep getting it until you share again')
  await userEvent.click(within(question).getByRole('button', { name: 'Replace everywhere at once' }))
  await vi.waitFor(() =>
    expect(uploaded()).toEqual([
      ['bread.md', 'a', true],
      ['oven.md', 'b', true],
    ]),
  )
})

test('replacing a shared document says what visitors get, and offers to end that at once', async () => {
  await show([documentOf('a', 'bread.md', { isShared: true })])
  const replace = async () => userEvent.click(screen.getByRole('button', { name: 'Replace bread.md' }))
  await replace()
  expect(screen.getByText(/^Replace “bread.md”\? Visitors are answered from a copy of it/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(screen.getByRole('button', { name: 'Replace bread.md' })).toHaveFocus()
  await replace()
  await userEvent.click(screen.getByRole('button', { name: 'Everywhere at once' }))
  const picker = document.querySelector<HTMLInputElement>('li input[type=file]')
  if (!picker) throw new Error('no input')
  await userEvent.upload(picker, new File(['x'], 'newer.md'))
  await vi.waitFor(() => expect(uploaded()).toEqual([['newer.md', 'a', true]]))
})

test.each([
  ['shared', true],
  ['paused', true],
  ['private', false],
] as const)('deleting a Duo that is %s mentions its link: %s', async (state, mentions) => {
  await show([documentOf('a', 'bread.md')], { state })
  await userEvent.click(screen.getByRole('button', { name: 'Delete this Duo' }))
  const text = screen.getByText(/^Delete “Bakery”/).textContent
  expect(text.includes('its link stops working at once')).toBe(mentions)
})

test('the page does not say that everything is read while a file is not', async () => {
  const unread = documentOf('b', 'lesson.mp4')
  const failed = { ...unread.current, state: 'failed', refusal: 'unknown_type', passages: 0 } as NonNullable<
    typeof unread.current
  >
  await show([documentOf('a', 'bread.md'), { ...unread, current: null, next: failed }])
  expect(screen.getByText('Some files could not be read. The others answer already.')).toBeVisible()
  expect(screen.queryByText(/^Everything is read/)).toBeNull()
})

test('what waits for the declaration is not left without a question', async () => {
  const { router } = await show([])
  await userEvent.click(screen.getByRole('button', { name: 'Paste text' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'The text' }), 'Rye needs a sour dough.')
  await userEvent.click(screen.getByRole('button', { name: 'Add this text' }))
  expect(screen.getByText(/^Tick the box first: what you added waits for it \(Pasted text/)).toBeVisible()
  act(() => router.history.push('/elsewhere'))
  expect(await screen.findByRole('dialog', { name: 'What you wrote is not saved. Leave the page?' })).toBeVisible()
  expect(router.history.location.pathname).toBe('/')
})

test('a document is found without its accents, and with them', async () => {
  const names = ['pão.md', 'Água.md', ...Array.from({ length: 7 }, (_, number) => `other ${number}.md`)]
  await show(names.map((name) => documentOf(name, name)))
  const field = screen.getByRole('searchbox', { name: 'Find a document' })
  for (const [wanted, found] of [
    ['pao', 'pão.md'],
    ['PÃO', 'pão.md'],
    ['agua', 'Água.md'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, wanted)
    const list = screen.getByRole('list', { name: 'Documents' })
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([found])
  }
})
