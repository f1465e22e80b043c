import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AskEvent } from '../../../chat/ask-schema.ts'
import { onMutation, onQuery, renderPart } from '../../../testing.tsx'
import { draftOf } from '../testing.ts'
import { TryAgent } from './try-page.tsx'

const typist = userEvent.setup()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => void vi.restoreAllMocks()
})

/** Answers the questions in order, each after `before`, and records their inputs. */
function answerWith(...replies: AskEvent[][]) {
  return answerAfter(Promise.resolve(), replies)
}

function answerAfter(before: Promise<void>, replies: AskEvent[][]) {
  const inputs: unknown[] = []
  network.use(
    http.post('http://localhost:3000/api/trpc/studio.tryAgent', async ({ request }) => {
      const events = replies[inputs.length] ?? []
      inputs.push(await request.json())
      await before
      const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
      const body = ['event: connected\ndata: {}\n\n', ...lines, 'event: return\ndata: \n\n'].join('')
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return inputs
}

const passageId = '0198f000-0000-7000-8000-0000000000aa'
const documents: AskEvent[] = [
  { type: 'coverage', coverage: 'documents' },
  {
    type: 'sources',
    sources: [{ id: passageId, title: 'Handbook', source: 'Page 112', text: 'Shape it cold.', passage: 'Shape it cold.' }],
  },
  { type: 'text', text: '> Shape it cold.[1]' },
  { type: 'unsupported', sentences: ['Add 5 g of sugar.'] },
  { type: 'next', questions: ['Can I use rye?'] },
  { type: 'end', origin: 'model' },
]
const notCovered: AskEvent[] = [
  { type: 'coverage', coverage: 'not_covered' },
  { type: 'text', text: 'My documents do not cover that.' },
  { type: 'end', origin: 'offline' },
]
const corrected: AskEvent[] = [
  { type: 'coverage', coverage: 'correction' },
  { type: 'sources', sources: [{ title: 'In the creator’s own words', source: 'Did I ruin it?' }] },
  { type: 'text', text: 'No, you did not.[1]' },
  { type: 'end', origin: 'offline' },
]

const ask = async (question: string) => {
  await typist.type(screen.getByRole('textbox', { name: 'Your question' }), `${question}{Enter}`)
}
const reply = (place: number) => {
  const found = screen.getAllByRole('article')[place]
  if (!found) throw new Error(`no reply ${place}`)
  return within(found)
}

test('a source opens its passage among its neighbours, and the focus goes there and back', async () => {
  answerWith(documents)
  network.use(
    onQuery('studio', 'openPassage', () => ({
      error: null,
      opened: {
        documentId: 'd',
        documentName: 'Handbook',
        language: 'pt' as const,
        place: 7,
        page: 112,
        lastPage: 112,
        second: null,
        line: null,
        headings: ['Cold'],
        passages: [
          { id: 'before', text: 'Cover it well.', headings: ['Cold'], isCited: false },
          { id: passageId, text: 'Shape it cold.', headings: ['Cold'], isCited: true },
        ],
      },
    })),
  )
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  const source = await screen.findByRole('button', { name: /Handbook, Page 112/ })
  await typist.click(source)
  const panel = await screen.findByRole('dialog', { name: 'Handbook' })
  expect(within(panel).getByRole('heading', { name: 'Handbook' })).toHaveFocus()
  expect(await within(panel).findByText('Cover it well.')).toBeVisible()
  expect(panel.querySelector('mark')).toHaveTextContent('Shape it cold.')
  expect(within(panel).getByRole('link', { name: 'Mend this passage' })).toHaveAttribute('href', '/studio/documents/d?at=7')
  await typist.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(source).toHaveFocus())
  // the number in the text opens the same
  await typist.click(screen.getByRole('button', { name: 'Source 1' }))
  expect(await screen.findByRole('dialog', { name: 'Handbook' })).toBeVisible()
})

test('shows what visitors do not get, and leads on', async () => {
  answerWith(documents, notCovered)
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  expect((await screen.findByText('Add 5 g of sugar.')).tagName).toBe('S')
  expect(screen.getByText('Not in the sources')).toBeVisible()
  await typist.click(screen.getByRole('button', { name: 'Can I use rye?' }))
  await waitFor(() => expect(screen.getAllByRole('article')[1]).toHaveFocus())
  expect(await screen.findByText('Not covered')).toBeVisible()
})

test('what is typed while a reply is written stays, and is sent after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const inputs = answerAfter(promise, [documents, notCovered])
  await renderPart(<TryAgent draft={draftOf()} />)
  const field = screen.getByRole('textbox', { name: 'Your question' })
  // a keyboard, which covers no reply
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query === '(hover: hover)' }),
  )
  await ask('Did I ruin it?')
  await waitFor(() => expect(inputs).toHaveLength(1))
  expect(field).toHaveFocus()
  await ask('And now?')
  expect(field).toHaveValue('And now?')
  expect(inputs).toHaveLength(1)
  resolve()
  await screen.findByText('Not in the sources')
  await typist.type(field, '{Enter}')
  expect(await screen.findByText('Not covered')).toBeVisible()
  expect(field).toHaveValue('')
})

test('sends the turns before along', async () => {
  const inputs = answerWith(documents, notCovered)
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  await screen.findByText('Not in the sources')
  await ask('And now?')
  await screen.findByText('Not covered')
  expect(inputs).toMatchObject([
    { question: 'Did I ruin it?', turns: [] },
    { question: 'And now?', turns: [{ question: 'Did I ruin it?', answer: '> Shape it cold.' }] },
  ])
})

test('a number in brackets that is no source stays in what is sent along', async () => {
  const noted: AskEvent[] = [
    ...documents.slice(0, 2),
    { type: 'text', text: 'Shape it cold.[1] See [3].' },
    ...documents.slice(5),
  ]
  const inputs = answerWith(noted, notCovered)
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  await screen.findByRole('button', { name: 'Correct this reply' })
  await ask('And now?')
  await screen.findByText('Not covered')
  expect(inputs[1]).toMatchObject({ turns: [{ question: 'Did I ruin it?', answer: 'Shape it cold. See [3].' }] })
})

test('a correction begins from the reply, and the question can be put again', async () => {
  answerWith(documents, corrected)
  const saved: unknown[] = []
  network.use(
    onMutation('studio', 'addCorrection', (input) => {
      saved.push(input)
      return {
        error: null,
        correction: { id: 'c', createdAt: '2026-11-28T00:00:00Z', question: input.question, answer: input.answer },
      }
    }),
  )
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  await typist.click(await screen.findByRole('button', { name: 'Correct this reply' }))
  const answer = screen.getByRole('textbox', { name: 'Your answer' })
  expect(answer).toHaveFocus()
  expect(answer).toHaveValue('Shape it cold.')
  await typist.clear(answer)
  await typist.type(answer, 'No, you did not.')
  await typist.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^This question, and others in nearly the same words, now get your words/)).toBeVisible()
  expect(saved).toMatchObject([{ question: 'Did I ruin it?', answer: 'No, you did not.' }])
  const again = screen.getByRole('button', { name: 'Ask again' })
  expect(again).toHaveFocus()
  await typist.click(again)
  expect(await reply(1).findByText('In your words')).toBeVisible()
})

test('the day’s limit says when to ask again', async () => {
  network.use(
    http.post('http://localhost:3000/api/trpc/studio.tryAgent', () =>
      HttpResponse.json(
        { error: { message: 'x', code: -32600, data: { appCode: 'too_many_requests', httpStatus: 429 } } },
        { status: 429, headers: { 'Retry-After': '7200' } },
      ),
    ),
  )
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  expect((await screen.findAllByText(/Ask again in 2 hours\./))[0]).toBeVisible()
})

test('an agent that was deleted meanwhile says so', async () => {
  network.use(http.post('http://localhost:3000/api/trpc/studio.tryAgent', () => HttpResponse.json({}, { status: 404 })))
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  expect(await screen.findAllByText(/^This Duo was deleted/)).not.toHaveLength(0)
  expect(screen.queryByRole('button', { name: 'Ask again' })).not.toBeInTheDocument()
})

test('a reply that breaks off keeps its text and can be asked for again', async () => {
  answerWith([{ type: 'text', text: 'Half a sen' }], notCovered)
  await renderPart(<TryAgent draft={draftOf()} />)
  await ask('Did I ruin it?')
  await typist.click(await screen.findByRole('button', { name: 'Ask again' }))
  expect(await screen.findByText('Not covered')).toBeVisible()
})
