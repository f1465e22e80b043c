import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { HomeHero } from '#site/ui/home/hero.tsx'
import { renderPart } from '#testing.tsx'
import type { AskEvent } from '../../ask-schema.ts'
import { listenForQuestions } from './ask-loader.ts'

beforeAll(listenForQuestions)

const endpoint = 'http://localhost:3000/api/trpc/chat.ask'

/** Answers the calls in order, and records their inputs. A promise among the events holds up those after it. */
function answerWith(...calls: (AskEvent | Promise<void>)[][]) {
  const inputs: unknown[] = []
  network.use(
    http.post(endpoint, async ({ request }) => {
      const events = calls[inputs.length] ?? []
      inputs.push(await request.json())
      const body = new ReadableStream<string>({
        async start(stream) {
          stream.enqueue('event: connected\ndata: {}\n\n')
          for (const event of events) {
            if (event instanceof Promise) await event
            else stream.enqueue(`data: ${JSON.stringify(event)}\n\n`)
          }
          stream.enqueue('event: return\ndata: \n\n')
          stream.close()
        },
      }).pipeThrough(new TextEncoderStream())
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return inputs
}

const steps: AskEvent[] = [
  { type: 'text', text: 'In three steps.[1]' },
  { type: 'sources', sources: [{ title: 'How it works', source: '/#how-it-works', text: 'In three steps.' }] },
  { type: 'next', questions: ['Can I do that now?'] },
  { type: 'end', origin: 'offline' },
]
const notYet: AskEvent[] = [
  { type: 'text', text: 'Not yet.[1]' },
  { type: 'sources', sources: [{ title: 'Terms: the beta', source: '/terms#beta', text: 'Not yet.' }] },
  { type: 'end', origin: 'offline' },
]

const openHero = () => renderPart(<HomeHero form={null} />)
const field = () => screen.getByRole('textbox', { name: 'Ask Duo about Duo' })
/** user-event goes on after a text that the form has reset, so clear it first. */
async function typeNext(text: string) {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
}
const replies = () => screen.getAllByRole('article', { name: 'Answer from Duo' })

test('the hero answers a question with a link to the page, and the next one with what was said', async () => {
  const inputs = answerWith(steps, notYet)
  await openHero()
  await userEvent.type(field(), 'How do I make one?{Enter}')
  expect(await screen.findByRole('link', { name: 'How it works' })).toHaveAttribute('href', '/#how-it-works')
  expect(screen.getByText('In three steps.')).toBeVisible()
  expect(field()).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'How does it work?' })).not.toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Can I do that now?' }))
  expect(await screen.findByText('Not yet.')).toBeVisible()
  expect(replies()).toHaveLength(2)
  expect(within(replies()[1] as HTMLElement).getByRole('link', { name: 'Terms: the beta' })).toHaveAttribute(
    'href',
    '/terms#beta',
  )
  expect(inputs).toEqual([
    { agent: 'duo', question: 'How do I make one?', language: 'en', turns: [] },
    {
      agent: 'duo',
      question: 'Can I do that now?',
      language: 'en',
      turns: [{ question: 'How do I make one?', answer: 'In three steps.' }],
    },
  ])
})

/** Events of a reply whose stream ends only when `end` is called. */
function openEnded(events: readonly AskEvent[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  return { events: [...events.slice(0, -1), promise, ...events.slice(-1)], end }
}

test.each([
  ['typed', () => typeNext('And now?{Enter}'), 'And now?'],
  [
    'pressed',
    async () => userEvent.click(await screen.findByRole('button', { name: 'Can I do that now?' })),
    'Can I do that now?',
  ],
])('a question that is %s before the stream of a reply has ended is asked then', async (_how, send, question) => {
  const { events, end } = openEnded(steps)
  const inputs = answerWith(events, notYet)
  await openHero()
  await userEvent.type(field(), 'How do I make one?{Enter}')
  await screen.findByRole('link', { name: 'How it works' })
  await send()
  expect(inputs).toHaveLength(1)
  end()
  expect(await screen.findByText('Not yet.')).toBeVisible()
  expect(inputs).toHaveLength(2)
  expect(inputs[1]).toMatchObject({ question, turns: [{ question: 'How do I make one?', answer: 'In three steps.' }] })
  expect(field()).toHaveValue('')
})

test('a question that is changed after it was sent is not asked', async () => {
  const { events, end } = openEnded(steps)
  const inputs = answerWith(events, notYet)
  await openHero()
  await userEvent.type(field(), 'How do I make one?{Enter}')
  await screen.findByRole('link', { name: 'How it works' })
  await typeNext('And now?{Enter} Or')
  end()
  expect(await screen.findByText('Duo answered: In three steps.')).toBeInTheDocument()
  await userEvent.type(field(), ' later?{Enter}')
  expect(await screen.findByText('Not yet.')).toBeVisible()
  expect(inputs).toMatchObject([{}, { question: 'And now? Or later?' }])
})

test('after ten questions the hero says when the next one is possible', async () => {
  network.use(http.post(endpoint, () => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '7200' } })))
  await openHero()
  await userEvent.click(screen.getByRole('button', { name: 'How much does it cost?' }))
  expect(await screen.findAllByText(/ten questions a day.*again in 2 hours/)).not.toHaveLength(0)
  expect(screen.getByRole('link', { name: 'Or ask someone from history' })).toHaveAttribute('href', '/marketplace')
})

test('crisis help comes from no agent, and is not sent along with the next question', async () => {
  const help: AskEvent[] = [
    { type: 'text', text: '**Helplines**: [116 123](tel:116123)' },
    { type: 'end', origin: 'help', help: 'suicide' },
  ]
  const { events, end } = openEnded(help)
  const inputs = answerWith(events, steps)
  await openHero()
  await userEvent.type(field(), 'I want to die{Enter}')
  expect(await screen.findByRole('link', { name: '116 123' })).toHaveAttribute('href', 'tel:116123')
  // sent before the help has been read
  await typeNext('Say it{Enter}')
  end()
  expect(await screen.findByText(/^Duo answered/)).toBeInTheDocument()
  expect(screen.queryByText('from its own pages')).not.toBeInTheDocument()
  await typeNext('How does Duo work?{Enter}')
  await screen.findByText('In three steps.')
  await waitFor(() => expect(inputs).toHaveLength(2))
  expect(inputs[1]).toMatchObject({ turns: [] })
})
