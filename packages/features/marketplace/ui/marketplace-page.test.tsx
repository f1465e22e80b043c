import { ToastProvider } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { network } from '@duo/platform/testing/component-setup.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { createSessionStore } from '../../session/ui/session-store.ts'
import { callFailure, onMutation, onQuery, renderPart } from '../../testing.tsx'
import type { Agent } from '../schema.ts'
import { AgentList } from './agents/agent-list.tsx'
import { AgentsSkeleton } from './agents/agent-list-states.tsx'
import type { AgentsData } from './agents-loader.ts'

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
const viewer = { id: 'u', email: 'ana@example.com', name: 'Ana', expiresAt: 4_000_000_000 }

beforeEach(() => {
  document.documentElement.lang = 'pt-BR'
  // the test sets the session state itself
  network.use(
    onQuery('auth', 'session', () => {
      throw callFailure('unavailable')
    }),
  )
})

const open = (data: AgentsData['agents'], signedIn = true) =>
  renderPart(
    <ToastProvider closeLabel="Fechar">
      <Suspense fallback={<AgentsSkeleton />}>
        <AgentList data={{ agents: data }} search={{}} start={undefined} />
      </Suspense>
    </ToastProvider>,
    { auth: createSessionStore(signedIn ? viewer : null) },
  )
const cards = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('a card has initials, name, description, voice and one button', async () => {
  await open(agents)
  const card = within(screen.getAllByRole('article')[0] as HTMLElement)
  expect(card.getByText('AL')).toBeVisible()
  expect(card.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  expect(card.getByText('Converse sobre máquinas.')).toBeVisible()
  expect(card.getByText('Voz:')).toBeVisible()
  expect(card.getByText('Ágil e precisa')).toBeVisible()
  expect(card.getByRole('button')).toHaveTextContent('Iniciar Conversa')
})

test('a loading message is shown until the agents appear', async () => {
  const { promise, resolve } = Promise.withResolvers<Agent[]>()
  await act(() => open(promise))
  expect(screen.getByText('Carregando agentes...')).toBeVisible()
  await act(async () => resolve(agents))
  expect(cards()).toEqual(['Ada Lovelace', 'Machado de Assis'])
})

test('an empty list shows the text of the spec', async () => {
  await open([])
  expect(screen.getByRole('heading', { level: 2, name: 'Nenhum agente disponível' })).toBeVisible()
  expect(screen.getByText('Os agentes serão carregados em breve.')).toBeVisible()
})

test('a failed load shows a toast and can be retried', async () => {
  await act(() => open(Promise.resolve(null)))
  expect(await screen.findByText('Erro ao carregar agentes')).toBeVisible()
  expect(screen.getByRole('heading', { level: 2 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
})

test('the list filters while typing and ignores accents', async () => {
  await open(agents)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar agentes' }), 'CIUME')
  expect(cards()).toEqual(['Machado de Assis'])
  await userEvent.type(screen.getByRole('searchbox'), ' xyz')
  expect(screen.getByRole('heading', { level: 3, name: 'Nenhum agente corresponde a isso' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Ver todos os agentes' }))
  expect(cards()).toHaveLength(2)
})

test('an operator without a second factor is redirected to the account page', async () => {
  network.use(
    onMutation('chat', 'start', () => {
      throw callFailure('second_factor_needed')
    }),
  )
  const { router } = await open(agents)
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar Conversa com Ada Lovelace' }))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/account', hash: 'second-factor' }))
})

test('a conversation that failed to start shows an error and can be retried', async () => {
  network.use(
    onMutation('chat', 'start', ({ agentId }) => {
      expect(agentId).toBe(agents[0]?.id)
      throw callFailure('unavailable')
    }),
  )
  await open(agents)
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar Conversa com Ada Lovelace' }))
  expect(await screen.findByText('Erro ao iniciar conversa')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Iniciar Conversa com Ada Lovelace' })).not.toHaveAttribute('aria-disabled')
})
