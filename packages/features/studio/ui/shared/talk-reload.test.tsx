import { network } from '@duo/platform/testing/component-setup.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '#client.ts'
import { onQuery, renderPage } from '#testing.tsx'
import type { AskEvent } from '../../../chat/ask-schema.ts'
import { sharedAgent as agent } from '../testing.ts'

const typist = userEvent.setup()
const reply: AskEvent[] = [
  { type: 'coverage', coverage: 'documents' },
  { type: 'text', text: 'Feed it every morning.' },
  { type: 'next', questions: ['Why is my crust pale?'] },
  { type: 'end', origin: 'offline' },
]

let requests: unknown[] = []
beforeEach(() => {
  requests = []
  sessionStorage.clear()
  network.use(
    onQuery('studio', 'sharedAgent', () => agent),
    http.post('http://localhost:3000/api/trpc/studio.askAgent', async ({ request }) => {
      requests.push(await request.json())
      const lines = reply.map((event) => `data: ${JSON.stringify(event)}\n\n`)
      const body = ['event: connected\ndata: {}\n\n', ...lines, 'event: return\ndata: \n\n'].join('')
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
})

const open = () => renderPage(createAppRouter, `/agents/${agent.slug}`, null)
const field = () => screen.getByRole('textbox', { name: 'Your question' })

test('a reload finds the talk, what leads on and what was half typed, asks nothing again, and goes on', async () => {
  await open()
  await typist.click(screen.getByRole('button', { name: 'How do I feed a starter?' }))
  expect(await screen.findByText('Feed it every morning.')).toBeVisible()
  await typist.type(field(), 'And in wint')
  cleanup()

  await open()
  expect(await screen.findByText('Feed it every morning.')).toBeVisible()
  expect(field()).toHaveValue('And in wint')
  expect(screen.getByRole('button', { name: 'Why is my crust pale?' })).toBeVisible()
  expect(requests).toHaveLength(1)
  await typist.type(field(), 'er?{Enter}')
  await vi.waitFor(() =>
    expect(requests.at(-1)).toMatchObject({
      question: 'And in winter?',
      turns: [{ question: 'How do I feed a starter?', answer: 'Feed it every morning.' }],
    }),
  )
})
