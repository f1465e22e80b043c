import { network } from '@duo/platform/testing/component-setup.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { AskField, askMaxLength } from '#shell/ui/ask/ask-field.tsx'
import type { AskEvent } from '../../ask-schema.ts'
import { messageMaxLength } from '../../rules.ts'
import { listenForQuestions } from './ask-loader.ts'
import { takeQuestion } from './asked-question.ts'

beforeAll(listenForQuestions)
beforeEach(() => sessionStorage.clear())

const endpoint = 'http://localhost:3000/api/trpc/chat.ask'

/** Streams responses as the server does, and records the inputs. `'cut'` breaks the connection. */
function answerWith(...calls: ((write: (event: AskEvent) => void) => Promise<unknown> | unknown)[]) {
  const inputs: unknown[] = []
  network.use(
    http.post(endpoint, async ({ request }) => {
      const call = calls[inputs.length]
      inputs.push(await request.json())
      const body = new ReadableStream<string>({
        async start(stream) {
          stream.enqueue('event: connected\ndata: {}\n\n')
          const ended = await call?.((event) => stream.enqueue(`data: ${JSON.stringify(event)}\n\n`))
          if (ended !== 'cut') stream.enqueue('event: return\ndata: \n\n')
          stream.close()
        },
      }).pipeThrough(new TextEncoderStream())
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return inputs
}

const ada = { slug: 'ada-lovelace', name: 'Ada Lovelace' }
const source = { title: 'The Analytical Engine', source: 'Note G, 1843' }

/** Renders the field inside a hero, as the server does. */
function openPage() {
  const { container } = render(
    <div data-ask-scene="">
      <AskField agent={ada} label="Ask Ada" suggestions={['What is an engine?']} />
    </div>,
  )
  const scene = container.querySelector<HTMLElement>('[data-ask-scene]')
  if (!scene) throw new Error('no scene')
  return scene
}
const field = () => screen.getByRole('textbox', { name: 'Ask Ada' })
const answer = () => screen.findByRole('region', { name: 'Answer from Ada Lovelace' })

test('answers a typed question on the page with its sources, and lights up the shapes on a citation', async () => {
  const { promise: cite, resolve: citeNow } = Promise.withResolvers<void>()
  const { promise: end, resolve: endNow } = Promise.withResolvers<void>()
  const inputs = answerWith(async (write) => {
    write({ type: 'text', text: 'It weaves' })
    await cite
    write({ type: 'text', text: ' patterns.[1]' })
    write({ type: 'sources', sources: [source] })
    await end
    write({ type: 'end', origin: 'offline' })
  })
  const scene = openPage()
  await userEvent.type(field(), 'Who paid?{Enter}')
  const region = await answer()
  await waitFor(() => expect(region).toHaveFocus())
  expect(await within(region).findByText('It weaves')).toBeVisible()
  expect(scene).toHaveAttribute('data-answer', 'waiting')
  citeNow()
  expect(await within(region).findByText('Note G, 1843', { exact: false })).toBeVisible()
  await waitFor(() => expect(scene).toHaveAttribute('data-answer', 'citing'))
  // chunks are not announced
  expect(within(region).getByRole('status')).toHaveTextContent('Ada Lovelace is looking through the notes…')
  endNow()
  expect(await within(region).findByText('Ada Lovelace answered: It weaves patterns.')).toBeInTheDocument()
  expect(inputs).toEqual([{ agent: 'ada-lovelace', question: 'Who paid?', language: 'en' }])
})

test('pressing a suggestion asks it, and a double press asks it once', async () => {
  const inputs = answerWith((write) => write({ type: 'end', origin: 'offline' }))
  openPage()
  const suggestion = screen.getByRole('button', { name: 'What is an engine?' })
  await userEvent.dblClick(suggestion)
  await answer()
  expect(await screen.findByRole('link', { name: 'Go on with Ada Lovelace' })).toBeVisible()
  expect(inputs).toEqual([{ agent: 'ada-lovelace', question: 'What is an engine?', language: 'en' }])
})

test('continuing leads to sign-up and keeps the question in this tab for that agent', async () => {
  answerWith((write) => write({ type: 'end', origin: 'model' }))
  openPage()
  await userEvent.type(field(), 'Who paid?{Enter}')
  const link = await screen.findByRole('link', { name: 'Go on with Ada Lovelace' })
  expect(link).toHaveAttribute('href', '/auth?mode=sign-up&next=%2Fmarketplace%3Fstart%3Dada-lovelace')
  expect(takeQuestion('ada-lovelace')).toBeUndefined()
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(takeQuestion('hypatia')).toBeUndefined()
  expect(takeQuestion('ada-lovelace')).toBe('Who paid?')
  expect(takeQuestion('ada-lovelace')).toBeUndefined()
})

test('beyond the limit, shows when the visitor may ask again', async () => {
  network.use(http.post(endpoint, () => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '1500' } })))
  openPage()
  await userEvent.click(screen.getByRole('button', { name: 'What is an engine?' }))
  expect(await screen.findAllByText(/ask again in 25 minutes/)).not.toHaveLength(0)
  expect(screen.getByRole('link', { name: 'Go on with Ada Lovelace' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask again' })).not.toBeInTheDocument()
})

test.each([
  ['breaks off', (write: (event: AskEvent) => void) => write({ type: 'text', text: 'It wea' }), 'cut'],
  [
    'is cut off by the server',
    (write: (event: AskEvent) => void) => {
      write({ type: 'text', text: 'It wea' })
      write({ type: 'end', origin: null })
    },
    undefined,
  ],
] as const)('marks an answer that %s, and asking again replaces it', async (_, begin, ended) => {
  const inputs = answerWith(
    (write) => {
      begin(write)
      return ended
    },
    (write) => {
      write({ type: 'text', text: 'It weaves.' })
      write({ type: 'end', origin: 'model' })
    },
  )
  openPage()
  await userEvent.click(screen.getByRole('button', { name: 'What is an engine?' }))
  expect(await screen.findAllByText('The answer broke off here.')).not.toHaveLength(0)
  expect(screen.getByText('It wea')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(await screen.findByText('It weaves.')).toBeVisible()
  expect(screen.queryByText('It wea')).not.toBeInTheDocument()
  expect(inputs).toHaveLength(2)
})

test('shows help without a persona and without a link to continue', async () => {
  answerWith((write) => {
    write({ type: 'text', text: '**United Kingdom**: Samaritans, [116 123](tel:116123)' })
    write({ type: 'end', origin: 'help' })
  })
  openPage()
  await userEvent.type(field(), 'I want to die{Enter}')
  expect(await screen.findByRole('link', { name: '116 123' })).toHaveAttribute('href', 'tel:116123')
  await screen.findByText(/^Ada Lovelace answered|^United Kingdom/, { selector: '[role=status]' })
  expect(screen.queryByText('a simulation, from notes')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Go on/ })).not.toBeInTheDocument()
})

test('the field has the same length limit as the chat', () => {
  expect(askMaxLength).toBe(messageMaxLength)
})
