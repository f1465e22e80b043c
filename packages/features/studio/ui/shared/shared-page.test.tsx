import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createAppRouter } from '#client.ts'
import { callFailure, onMutation, onQuery, renderPage } from '#testing.tsx'
import type { AskEvent } from '../../../chat/ask-schema.ts'
import type { SharedAgent } from '../../agent-schema.ts'
import { sharedAgent as bread } from '../testing.ts'

const endpoint = 'http://localhost:3000/api/trpc/studio.askAgent'

async function open(agent: Partial<SharedAgent> = {}, address = `/agents/${bread.slug}`) {
  network.use(onQuery('studio', 'sharedAgent', () => ({ ...bread, ...agent })))
  await renderPage(createAppRouter, address, null)
}

/** Answers the calls in order, and records their inputs. */
function answerWith(...calls: AskEvent[][]) {
  const inputs: unknown[] = []
  network.use(
    http.post(endpoint, async ({ request }) => {
      const events = calls[inputs.length] ?? []
      inputs.push(await request.json())
      const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
      const body = ['event: connected\ndata: {}\n\n', ...lines, 'event: return\ndata: \n\n'].join('')
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return inputs
}

const passage = 'Feed it every morning. Keep it warm.'
const source = { id: 'b', title: 'The home bread handbook', source: 'Page 112', text: passage, passage: 'Feed it every morning.' }
const note = `x.${btoa(JSON.stringify({ sub: '01a222d5-9176-7788-850f-bda0f0c3240e' }))}.y`
const fed: AskEvent[] = [
  { type: 'coverage', coverage: 'documents' },
  { type: 'sources', sources: [source] },
  { type: 'text', text: '> Feed it every morning.[1]' },
  { type: 'next', questions: ['Why is my crust pale?'] },
  { type: 'end', origin: 'offline', provenance: note },
]

const field = () => screen.getByRole('textbox', { name: 'Your question' })
const replies = () => screen.findAllByRole('article', { name: 'Answer from Marina’s Duo' })
const starter = () => screen.getByRole('button', { name: 'How do I feed a starter?' })

test('shows what the agent is, what it rests on and how well it does, and asks search engines to leave it out', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Marina’s Duo' })).toBeVisible()
  expect(screen.getByText('Answers 26 of 30 test questions.')).toBeVisible()
  expect(screen.getByText('Measured by Duo on November 26, 2026.')).toBeVisible()
  expect(screen.getByText(/answers only from its documents/)).toBeVisible()
  expect(screen.getByText(/The creator declares: “This agent speaks for me.”/)).toBeVisible()
  expect(screen.getByText('Answers from 2 documents')).toBeVisible()
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(document.querySelector('meta[property="og:image"]')).toHaveAttribute(
    'content',
    'https://duo.example/share/en/agents/marinas-duo-x7k2m9ab.png',
  )
  expect(screen.queryByText(/This is your agent/)).not.toBeInTheDocument()
})

test.each([
  ['health', /no medical advice/],
  ['law', /no legal advice/],
  ['money', /no financial advice/],
] as const)('an agent about %s has the line of the house', async (category, line) => {
  await open({ profile: { ...bread.profile, category, onlyDocuments: false, person: 'agreed' } })
  expect(screen.getByText(line)).toBeVisible()
  expect(screen.getByText(/looks in its documents first/)).toBeVisible()
  expect(screen.getByText(/has agreed/)).toBeVisible()
})

test('its creator sees that it is theirs', async () => {
  await open({ isOwn: true })
  expect(screen.getByText(/This is your agent/)).toBeVisible()
})

test('its creator is led to the studio; a paused agent says so and offers nothing to ask', async () => {
  await open({ isOwn: true, state: 'paused' }, `/pt/agents/${bread.slug}`)
  expect(screen.getByText('Este é o seu agente, como os visitantes o veem.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir no estúdio' })).toHaveAttribute('href', '/pt/studio')
  expect(screen.getByText(/Quem o criou fez uma pausa/)).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a link that has ended is not found', async () => {
  network.use(
    onQuery('studio', 'sharedAgent', () => {
      throw callFailure('not_found')
    }),
  )
  await renderPage(createAppRouter, '/agents/ended-x7k2m9ab', null)
  expect(await screen.findByText('404')).toBeVisible()
})

test('a starter is answered with its place, marked as a machine’s; the next question is sent with what was said', async () => {
  const inputs = answerWith(fed, [
    { type: 'coverage', coverage: 'not_covered' },
    { type: 'text', text: 'My documents do not cover that.' },
    { type: 'end', origin: 'offline' },
  ])
  await open()
  await userEvent.click(starter())
  const [reply] = await replies()
  await waitFor(() => expect(reply).toHaveFocus())
  const places = await screen.findByRole('list', { name: 'Sources' })
  expect(within(places).getByRole('button')).toHaveTextContent(/The home bread handbook, Page 112$/)
  const data = JSON.parse(reply?.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}') as {
    '@graph'?: unknown
  }
  expect(data['@graph']).toEqual([
    expect.objectContaining({
      '@id': 'urn:uuid:01a222d5-9176-7788-850f-bda0f0c3240e',
      text: '> Feed it every morning.[1]',
      digitalSourceType: expect.stringContaining('algorithmicMedia'),
    }),
  ])
  expect(screen.getByRole('button', { name: 'Save with its note' })).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Why is my crust pale?' }))
  expect(await screen.findByText('not in its documents')).toBeVisible()
  expect(inputs).toEqual([
    { slug: bread.slug, question: 'How do I feed a starter?', language: 'en', turns: [] },
    {
      slug: bread.slug,
      question: 'Why is my crust pale?',
      language: 'en',
      turns: [{ question: 'How do I feed a starter?', answer: '> Feed it every morning.' }],
    },
  ])
})

const opened = {
  place: 0,
  documentId: 'd',
  documentName: source.title,
  language: 'pt' as const,
  headings: [],
  page: 110,
  lastPage: 112,
  second: null,
  line: null,
  passages: [
    { id: 'a', text: 'A starter is flour and water.', headings: [], isCited: false },
    { id: 'b', text: passage, headings: [], isCited: true },
  ],
}

test('a source opens the passage with its neighbours, marked, and gives the focus back', async () => {
  answerWith(fed)
  await open()
  await userEvent.click(starter())
  network.use(onQuery('studio', 'openShared', () => ({ error: null, opened })))
  const button = within(await screen.findByRole('list', { name: 'Sources' })).getByRole('button')
  await userEvent.click(button)
  const panel = await screen.findByRole('dialog', { name: 'The home bread handbook' })
  expect(await within(panel).findByText('A starter is flour and water.')).toBeVisible()
  expect(panel.querySelector('mark')).toHaveTextContent('Feed it every morning.')
  // read in the language of the document, whatever the page’s
  expect(panel.querySelector('mark')?.closest('[lang]')).toHaveAttribute('lang', 'pt')
  // of the sentence; the passage goes on to another page
  expect(panel).toHaveTextContent('Page 112')
  expect(panel).not.toHaveTextContent('Pages 110 to 112')
  expect(panel).toContainElement(document.activeElement as HTMLElement)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})

test.each([
  ['limited', 'You have read as much of these documents as one may in a day. Tomorrow you can open more.'],
  ['gone', 'This passage is gone: its document was deleted or replaced.'],
] as const)('a passage that is %s keeps the text that came with the reply', async (error, text) => {
  answerWith(fed)
  await open()
  await userEvent.click(starter())
  network.use(onQuery('studio', 'openShared', () => ({ error })))
  await userEvent.click(await screen.findByRole('button', { name: 'Source 1' }))
  const panel = await screen.findByRole('dialog')
  expect(await within(panel).findByText(text)).toBeVisible()
  expect(panel).toHaveTextContent(passage)
})

test('a suggested question keeps what is being typed', async () => {
  answerWith(fed)
  await open()
  await userEvent.type(field(), 'And rye?')
  await userEvent.click(starter())
  await replies()
  expect(field()).toHaveValue('And rye?')
})

test('a source beyond the day’s passages is named without a call', async () => {
  answerWith([...fed.slice(0, 1), { type: 'sources', sources: [{ title: 'Handbook', source: 'Page 1' }] }, ...fed.slice(2)])
  await open()
  await userEvent.click(starter())
  await userEvent.click(within(await screen.findByRole('list', { name: 'Sources' })).getByRole('button'))
  expect(await screen.findByText(/as one may in a day/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Handbook' })).toHaveFocus()
})

test('a correction is in the creator’s words and opens nothing', async () => {
  answerWith([
    { type: 'coverage', coverage: 'correction' },
    { type: 'sources', sources: [{ title: 'In the creator’s own words', source: 'Do you sell bread?' }] },
    { type: 'text', text: 'No, we teach it.[1]' },
    { type: 'end', origin: 'offline', provenance: note },
  ])
  await open()
  await userEvent.type(field(), 'Do you sell bread?{Enter}')
  expect(await screen.findByText('in the creator’s own words')).toBeVisible()
  expect(within(await screen.findByRole('list', { name: 'Sources' })).queryByRole('button')).not.toBeInTheDocument()
})

test.each([
  [429, { 'Retry-After': '1500' }, 'You have asked all the questions that one connection may ask. Ask again in 25 minutes.'],
  [403, {}, 'This agent takes no questions right now.'],
  [404, {}, 'This agent takes no questions right now.'],
])('a refusal with status %s is explained', async (status, headers, text) => {
  network.use(http.post(endpoint, () => HttpResponse.json({}, { status, headers: headers as Record<string, string> })))
  await open()
  await userEvent.click(starter())
  expect(await screen.findAllByText(text)).not.toHaveLength(0)
})

test('a reply that breaks off can be asked for again', async () => {
  answerWith([{ type: 'text', text: 'Feed' }], fed)
  await open()
  await userEvent.click(starter())
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again' }))
  expect(await screen.findByText('Feed it every morning.')).toBeVisible()
})

test('crisis help comes from no agent and is not sent along', async () => {
  const inputs = answerWith(
    [
      { type: 'text', text: '[116 123](tel:116123)' },
      { type: 'end', origin: 'help', help: 'suicide' },
    ],
    fed,
  )
  await open()
  await userEvent.type(field(), 'I want to die{Enter}')
  expect(await screen.findByRole('link', { name: '116 123' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Report' })).not.toBeInTheDocument()
  await userEvent.type(field(), 'And bread?{Enter}')
  await waitFor(() => expect(inputs).toHaveLength(2))
  expect(inputs[1]).toMatchObject({ turns: [] })
})

test('a reply is reported with its question; an empty reason and the limit are explained', async () => {
  answerWith(fed)
  await open()
  await userEvent.click(starter())
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
  const dialog = await screen.findByRole('dialog', { name: 'Report this reply' })
  const send = within(dialog).getByRole('button', { name: 'Send the report' })
  await userEvent.click(send)
  expect(await within(dialog).findByText('Write what is wrong first.')).toBeVisible()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'What is wrong?' }), 'It is false.')
  const sent: unknown[] = []
  network.use(
    onMutation('studio', 'report', (input) => {
      sent.push(input)
      if (sent.length === 1) throw callFailure('too_many_requests', 120)
      return { error: null }
    }),
  )
  await userEvent.click(send)
  expect(await within(dialog).findByText(/the next one in 2 minutes/)).toBeVisible()
  await userEvent.click(send)
  expect(await within(dialog).findByText(/Your report has arrived/)).toBeVisible()
  expect(sent[1]).toEqual({
    slug: bread.slug,
    reason: 'It is false.',
    question: 'How do I feed a starter?',
    reply: '> Feed it every morning.[1]',
    provenance: note,
  })
})

test('a reply that cannot be verified is not reported, and says so', async () => {
  answerWith(fed)
  network.use(onMutation('studio', 'report', () => ({ error: 'not_given' as const })))
  await open()
  await userEvent.click(starter())
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
  const dialog = await screen.findByRole('dialog', { name: 'Report this reply' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'What is wrong?' }), 'It is false.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the report' }))
  expect(await within(dialog).findByText(/^This reply cannot be verified as the agent’s/)).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'What is wrong?' })).toHaveValue('It is false.')
})

test('the reason of a report outlives a closed dialog, until it is sent', async () => {
  network.use(onMutation('studio', 'report', () => ({ error: null })))
  await open()
  const opener = screen.getByRole('button', { name: 'Report this agent' })
  const reason = () => screen.findByRole('textbox', { name: 'What is wrong?' })
  await userEvent.click(opener)
  await userEvent.type(await reason(), 'It is false.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(opener)
  expect(await reason()).toHaveValue('It is false.')
  await userEvent.click(screen.getByRole('button', { name: 'Send the report' }))
  await screen.findByText(/Your report has arrived/)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(opener)
  expect(await reason()).toHaveValue('')
})

test('the share menu has the link of the page’s language', async () => {
  await open({}, `/pt/agents/${bread.slug}`)
  await userEvent.click(screen.getByRole('button', { name: 'Compartilhar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Compartilhar este agente' })
  expect(within(dialog).getByRole('textbox', { name: 'Link deste agente' })).toHaveValue(
    `https://duo.example/pt/agents/${bread.slug}`,
  )
  expect(within(dialog).getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', expect.stringContaining('wa.me'))
})
