import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { callFailure, onMutation, renderPart } from '../../../testing.tsx'
import type { CoverageResult } from '../../agent-schema.ts'
import { CoverageOfAgent } from './coverage-page.tsx'

const typist = userEvent.setup()
const agent = { id: '0198f000-0000-7000-8000-000000000001', name: 'Bread', passages: 40, documents: 2 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => void vi.restoreAllMocks()
})

const measured: CoverageResult = {
  agent,
  run: {
    at: '2026-11-26T10:40:00Z',
    covered: 2,
    questions: [
      {
        question: 'How long does dough keep?',
        own: false,
        coverage: 'documents',
        source: { id: 'p', title: 'Handbook', source: 'Page 112' },
        before: 'not_covered',
      },
      { question: 'Can I use tap water?', own: false, coverage: 'correction', source: null, before: null },
      { question: 'What does a class cost?', own: true, coverage: 'not_covered', source: null, before: 'documents' },
    ],
  },
  before: { at: '2026-11-24T10:40:00Z', covered: 1, total: 2 },
}

const questions = () => within(screen.getByRole('list', { name: 'Questions' })).getAllByRole('listitem')

test('measures, and shows first what is missing, with the difference', async () => {
  network.use(onMutation('studio', 'measureCoverage', () => measured))
  await renderPart(<CoverageOfAgent found={{ agent, run: null, before: null }} />)
  expect(screen.getByText(/^Not measured yet/)).toBeVisible()
  await typist.click(screen.getByRole('button', { name: 'Measure' }))
  expect(await screen.findByText('2 of 3 questions covered')).toBeInTheDocument()
  expect(screen.getByText('Since November 24, 2026 at 10:40 AM: 1 now covered, 1 no longer covered, 1 new.')).toBeVisible()
  const [missing, words, covered] = questions()
  expect(missing).toHaveTextContent(/What does a class cost\?yourswas covered.*Not covered/)
  expect(words).toHaveTextContent(/Can I use tap water\?new.*Your words/)
  expect(covered).toHaveTextContent(/How long does dough keep\?now covered.*Handbook, Page 112/)
  expect(screen.getByRole('button', { name: 'Measure again' })).toBeVisible()
})

test('the first run has no difference to show', async () => {
  await renderPart(<CoverageOfAgent found={{ ...measured, before: null }} />)
  expect(screen.queryByText(/^Since/)).toBeNull()
  expect(screen.queryByText('new')).toBeNull()
})

test('asks what the creator writes, one question per line, and keeps it', async () => {
  const calls: unknown[] = []
  network.use(
    onMutation('studio', 'measureCoverage', (input) => {
      calls.push(input)
      return measured
    }),
  )
  await renderPart(<CoverageOfAgent found={{ agent, run: null, before: null }} />)
  const field = screen.getByRole('textbox', { name: 'Questions that people ask you' })
  await typist.type(field, '{Enter}'.repeat(2) + Array.from({ length: 11 }, (_, at) => `Question ${at}?`).join('{Enter}'))
  await typist.click(screen.getByRole('button', { name: 'Measure' }))
  expect(screen.getByText(/^Please write at most 10 questions/)).toBeVisible()
  expect(calls).toEqual([])
  await typist.clear(field)
  await typist.type(field, ' What does a class cost? {Enter}{Enter}Is there parking?')
  await typist.click(screen.getByRole('button', { name: 'Measure' }))
  await vi.waitFor(() => expect(field).toHaveValue('What does a class cost?'))
  expect(calls).toEqual([{ agentId: agent.id, ownQuestions: ['What does a class cost?', 'Is there parking?'] }])
  expect(questions()[0]).toHaveTextContent(/What does a class cost\?yours/)
})

test('filters by result', async () => {
  await renderPart(<CoverageOfAgent found={measured} />)
  await typist.click(screen.getByRole('button', { name: 'Your words 1' }))
  expect(questions()).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Your words 1' })).toHaveAttribute('aria-pressed', 'true')
})

test('a filter and a second press keep an answer that is being written', async () => {
  await renderPart(<CoverageOfAgent found={measured} />)
  const write = screen.getByRole('button', { name: 'Write the answer to “What does a class cost?”' })
  await typist.click(write)
  await typist.type(screen.getByRole('textbox', { name: 'Your answer' }), 'Nothing.')
  await typist.click(write)
  await typist.click(screen.getByRole('button', { name: 'Covered 1' }))
  expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull()
  await typist.click(screen.getByRole('button', { name: 'All 3' }))
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Nothing.')
})

test('an answer in the creator’s own words is corrected where it is listed', async () => {
  await renderPart(<CoverageOfAgent found={measured} />)
  expect(screen.getByRole('link', { name: 'Correct the answer to “Can I use tap water?”' })).toHaveAttribute(
    'href',
    `/studio/${agent.id}/corrections`,
  )
})

test('the creator writes the answer in place', async () => {
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
  await renderPart(<CoverageOfAgent found={measured} />)
  const write = screen.getByRole('button', { name: 'Write the answer to “What does a class cost?”' })
  await typist.click(write)
  await typist.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Write the question and your answer.')).toBeVisible()
  await typist.type(screen.getByRole('textbox', { name: 'Your answer' }), 'Nothing.')
  await typist.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved. Measure again to see it here.')).toBeVisible()
  expect(saved).toMatchObject([{ question: 'What does a class cost?', answer: 'Nothing.' }])
  expect(write).toHaveFocus()
  await typist.click(write)
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Nothing.')
  await typist.click(screen.getByRole('button', { name: 'Cancel' }))
  // the next run shows it
  network.use(
    onMutation('studio', 'measureCoverage', () => ({
      ...measured,
      run: measured.run && { ...measured.run, at: '2026-11-28T00:00:10Z' },
    })),
  )
  await typist.click(screen.getByRole('button', { name: 'Measure again' }))
  await vi.waitFor(() => expect(screen.queryByText('Saved. Measure again to see it here.')).toBeNull())
})

test('a measurement that fails keeps the last one', async () => {
  network.use(
    onMutation('studio', 'measureCoverage', () => {
      throw callFailure('unavailable')
    }),
  )
  await renderPart(<CoverageOfAgent found={measured} />)
  await typist.click(screen.getByRole('button', { name: 'Measure again' }))
  expect(await screen.findByText('That did not work, and nothing was changed. Try again.')).toBeVisible()
  expect(questions()).toHaveLength(3)
})

test('without passages there is nothing to measure', async () => {
  await renderPart(<CoverageOfAgent found={{ agent: { ...agent, passages: 0 }, run: null, before: null }} />)
  expect(screen.getByText('There is nothing to measure yet: add documents first.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Measure' })).toBeNull()
})
