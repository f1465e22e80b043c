import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startLists } from '../../shell/ui/script/list.ts'
import { renderPart } from '../../testing.tsx'
import type { Agent, AgentTheme } from '../schema.ts'
import { AgentList } from './agents/agent-list.tsx'
import { Failure } from './marketplace-page.tsx'
import { startConversations } from './start-script.ts'

const agent = (name: string, overrides: Partial<Agent> = {}): Agent => ({
  id: '01a1feb3-934f-70e6-b492-000000000001',
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description: 'Converse sobre máquinas.',
  voice_description: 'Ágil e precisa',
  created_at: '2026-01-01T00:00:00.000Z',
  category: 'technology',
  colors: ['#43194a', '#f6b23c'],
  lived: '1815–1852, Londres',
  keywords: [],
  picture: null,
  ...overrides,
})
const agents = [
  agent('Ada Lovelace'),
  agent('Machado de Assis', {
    id: '01a1feb3-934f-70e6-b492-000000000002',
    category: 'literature',
    description: 'Ironia e ciúme.',
  }),
]

beforeEach(() => {
  document.documentElement.lang = 'pt-BR'
})

const open = (agents: Agent[] | null, search = {}, themes: AgentTheme[] = []) =>
  renderPart(<AgentList agents={agents} themes={themes} search={search} />)
const cards = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('a card has initials, name, description, voice, and buttons to start a conversation and to ask one question', async () => {
  await open(agents)
  const card = within(screen.getAllByRole('article')[0] as HTMLElement)
  expect(card.getByText('AL')).toBeVisible()
  expect(card.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  expect(card.getByText('Converse sobre máquinas.')).toBeVisible()
  expect(card.getByText('Voz:')).toBeVisible()
  expect(card.getByText('Ágil e precisa')).toBeVisible()
  expect(card.getByRole('button', { name: 'Iniciar Conversa com Ada Lovelace' })).toHaveTextContent('Iniciar Conversa')
  expect(card.getByRole('textbox')).toBeInTheDocument()
})

test('an empty list shows the text from the specification', async () => {
  await open([])
  expect(screen.getByRole('heading', { level: 2, name: 'Nenhum agente disponível' })).toBeVisible()
  expect(screen.getByText('Os agentes serão carregados em breve.')).toBeVisible()
})

test('a failed load shows an error and a retry link', async () => {
  await open(null)
  expect(screen.getByRole('heading', { level: 2, name: 'Erro ao carregar agentes' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Tentar de novo' })).toHaveAttribute('href', '/marketplace')
})

test.each([
  ['start', 'Erro ao iniciar conversa'],
  ['conversation', 'Erro ao carregar conversa'],
])('says what failed before the marketplace opened: %s', async (of, text) => {
  await renderPart(<Failure of={of} />)
  expect(screen.getByRole('alert')).toHaveTextContent(text)
})

test('a search ignores accents, and links to all agents if none matches', async () => {
  const { unmount } = await open(agents, { q: 'CIUME' })
  expect(cards()).toEqual(['Machado de Assis'])
  unmount()
  await open(agents, { q: 'ciume xyz' })
  expect(screen.getByRole('heading', { level: 3, name: 'Nenhum agente encontrado' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver todos os agentes' })).toHaveAttribute('href', '/marketplace#agents')
})

test('a theme that only their notes have finds agents, with the note that speaks of it', async () => {
  await open(agents, { q: 'ciume xyz' }, [{ slug: 'ada-lovelace', title: 'Como eu trabalhava' }])
  expect(cards()).toEqual(['Ada Lovelace'])
  expect(screen.getByText('Fala de “Como eu trabalhava”')).toBeVisible()
})

/** Renders the list as in the document, and records the searches that its script sends. */
async function openList(): Promise<string[]> {
  const searches: string[] = []
  network.use(
    http.get('http://localhost:3000/*', ({ request }) => {
      searches.push(new URL(request.url).search)
      return HttpResponse.html('')
    }),
  )
  await renderPart(
    <div data-list>
      <AgentList agents={agents} themes={[]} search={{}} />
    </div>,
  )
  return searches
}

test('sends a search that was typed before the script loaded', async () => {
  const searches = await openList()
  await userEvent.type(screen.getByRole('searchbox'), 'machado')
  const stop = new AbortController()
  startLists(stop.signal)
  await waitFor(() => expect(searches).toEqual(['?q=machado']))
  stop.abort()
})

test('pressing a category right after typing keeps the text and sends one request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const searches = await openList()
  const category = screen.getByRole('link', { name: /^Tecnologia|^Ciência/ })
  window.history.replaceState(null, '', (category as HTMLAnchorElement).pathname)
  const stop = new AbortController()
  startLists(stop.signal)
  await user.type(screen.getByRole('searchbox'), 'ada')
  await user.click(category)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(searches).toEqual(['?category=science-technology&q=ada'])
  stop.abort()
  window.history.replaceState(null, '', '/')
})

describe('starting a conversation', () => {
  const posted = vi.fn<(form: HTMLFormElement) => void>()
  let stop = new AbortController()
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Iniciar Conversa com Ada Lovelace' }))
  beforeEach(async () => {
    posted.mockClear()
    await open(agents)
    stop = new AbortController()
    startConversations(stop.signal)
    // jsdom does not navigate
    document.addEventListener(
      'submit',
      (event) => {
        if (!event.defaultPrevented) posted(event.target as HTMLFormElement)
        event.preventDefault()
      },
      { signal: stop.signal },
    )
  })
  afterEach(() => {
    stop.abort()
    window.history.replaceState(null, '', '/')
  })

  test('posts the agent once, shows a status, and works again after going back', async () => {
    await press()
    await press()
    expect(posted).toHaveBeenCalledOnce()
    expect(new FormData(posted.mock.calls[0]?.[0])?.get('agent')).toBe(agents[0]?.id)
    expect(screen.getByText('Abrindo a conversa com Ada Lovelace')).toBeInTheDocument()
    window.dispatchEvent(new Event('pageshow'))
    expect(screen.queryByText('Abrindo a conversa com Ada Lovelace')).toBeNull()
    await press()
    expect(posted).toHaveBeenCalledTimes(2)
  })

  test('continues once after sign-in', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie
    document.cookie = 'signed-in=1'
    window.history.replaceState(null, '', '/pt/marketplace?start=ada-lovelace&q=a')
    startConversations(stop.signal)
    expect(posted).toHaveBeenCalledOnce()
    expect(window.location.search).toBe('?q=a')
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = 'signed-in=; max-age=0'
  })
})
