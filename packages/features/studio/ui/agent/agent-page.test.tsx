import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callFailure, onMutation, onQuery, renderPart } from '../../../testing.tsx'
import { agentColors } from '../../agent-rules.ts'
import type { SaveAgentResult } from '../../agent-schema.ts'
import { draftOf } from '../testing.ts'
import { AgentEditor } from './agent-page.tsx'

const typist = userEvent.setup()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(onQuery('studio', 'agent', () => draftOf()))
  return () => void vi.restoreAllMocks()
})

/** Answers the saves in order, and records them. */
function answerSaves(...answers: (() => SaveAgentResult)[]) {
  const saved: { name: string; revision: number; profile: { starters?: string[] } }[] = []
  network.use(
    onMutation('studio', 'saveAgent', (input) => {
      saved.push(input)
      return answers[saved.length - 1]?.() ?? { error: null, revision: input.revision + 1 }
    }),
  )
  return saved
}

const leaveField = () => typist.tab()

test('saves when a field is left, shows the card as it will be, and says that it is saved', async () => {
  const saved = answerSaves()
  await renderPart(<AgentEditor draft={draftOf()} />)
  const name = screen.getByRole('textbox', { name: 'Name' })
  await typist.clear(name)
  expect(screen.getByText('Give it a name.')).toBeVisible()
  await typist.type(name, 'Bread school')
  expect(within(screen.getByRole('complementary')).getByText('Bread school')).toBeVisible()
  expect(screen.getByText('Not saved yet')).toBeVisible()
  await leaveField()
  // a moment later it would save without that
  expect(screen.queryByText('Not saved yet')).toBeNull()
  expect(await screen.findByText('Saved just now')).toBeVisible()
  expect(saved).toMatchObject([{ name: 'Bread school', revision: 3 }])
})

test('takes over a proposed question, and removes it again', async () => {
  const saved = answerSaves()
  await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.click(screen.getByRole('button', { name: 'How long does dough keep?' }))
  expect(screen.getByRole('textbox', { name: 'Question 1' })).toHaveValue('How long does dough keep?')
  expect(screen.getByRole('textbox', { name: 'Question 1' })).toHaveFocus()
  await vi.waitFor(() => expect(saved.at(-1)?.profile.starters).toEqual(['How long does dough keep?']), 3_000)
  await typist.click(screen.getByRole('button', { name: 'Remove question 1' }))
  expect(screen.getByRole('button', { name: 'How long does dough keep?' })).toBeVisible()
  await typist.click(screen.getByRole('button', { name: 'Add a question' }))
  expect(screen.getByRole('textbox', { name: 'Question 1' })).toHaveFocus()
  await vi.waitFor(() => expect(saved.at(-1)?.profile.starters).toEqual([]), 3_000)
})

test('shows both versions after another tab saved, and saves the chosen one', async () => {
  const theirs = draftOf({
    revision: 9,
    name: 'From the other tab',
    profile: { ...draftOf().profile, colors: [...agentColors[1]] },
  })
  const saved = answerSaves(() => ({ error: 'changed', draft: theirs }))
  await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.type(screen.getByRole('textbox', { name: 'Name' }), '!')
  await leaveField()
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('Marina’s Duo!')
  expect(notice).toHaveTextContent('From the other tab')
  expect(notice).toHaveTextContent('Forest and apricot')
  expect(notice).toHaveTextContent('Aubergine and marigold')
  await typist.click(within(notice).getByRole('button', { name: 'Keep mine' }))
  expect(await screen.findByText('Saved just now')).toBeVisible()
  expect(saved[1]).toMatchObject({ name: 'Marina’s Duo!', revision: 9 })
  expect(screen.queryByText('From the other tab')).toBeNull()
})

test('the other version can be taken instead', async () => {
  answerSaves(() => ({ error: 'changed', draft: draftOf({ revision: 9, name: 'From the other tab' }) }))
  await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.type(screen.getByRole('textbox', { name: 'Name' }), '!')
  await leaveField()
  await typist.click(await screen.findByRole('button', { name: 'Take the other one' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('From the other tab')
})

test('a failed save says so, keeps the text, and is repeated on request', async () => {
  const saved = answerSaves(() => {
    throw callFailure('unavailable')
  })
  await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.type(screen.getByRole('textbox', { name: 'Description' }), 'Kept text')
  await leaveField()
  expect(await screen.findByText(/^Not saved\. Your text is still here/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Kept text')
  await typist.click(screen.getByRole('button', { name: 'Save now' }))
  expect(await screen.findByText('Saved just now')).toBeVisible()
  expect(saved).toHaveLength(2)
})

test('a save after the session has ended says so, and succeeds after signing in elsewhere', async () => {
  answerSaves(() => {
    throw callFailure('unauthorized')
  })
  await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.type(screen.getByRole('textbox', { name: 'Description' }), 'Kept text')
  await leaveField()
  expect(await screen.findByText(/^Not saved: you are signed out/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Kept text')
  await typist.click(screen.getByRole('button', { name: 'Save now' }))
  expect(await screen.findByText('Saved just now')).toBeVisible()
})

test('a save of an agent that was deleted elsewhere says so and keeps the text', async () => {
  const saved = answerSaves(() => {
    throw callFailure('not_found')
  })
  const { unmount } = await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.type(screen.getByRole('textbox', { name: 'Description' }), 'Kept text')
  await leaveField()
  expect(await screen.findByText(/^Not saved: this Duo was deleted/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Kept text')
  unmount()
  expect(saved).toHaveLength(1)
})

test('the last language cannot be switched off', async () => {
  answerSaves()
  await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.click(screen.getByRole('checkbox', { name: 'English' }))
  await typist.click(screen.getByRole('checkbox', { name: 'Portuguese' }))
  expect(screen.getByText('Keep at least one language.')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Portuguese' })).toBeChecked()
})

test('leaving saves first; what cannot be saved is not lost without a question', async () => {
  let isDown = true
  const saved: string[] = []
  network.use(
    onMutation('studio', 'saveAgent', ({ revision, profile }) => {
      if (isDown) throw callFailure('unavailable')
      saved.push(profile.description)
      return { error: null, revision: revision + 1 }
    }),
  )
  const { router } = await renderPart(<AgentEditor draft={draftOf()} />)
  await typist.type(screen.getByRole('textbox', { name: 'Description' }), 'Kept text')
  await typist.click(screen.getByRole('link', { name: 'Search' }))
  expect(await screen.findByText('Your last changes are not saved yet.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
  isDown = false
  await typist.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(await screen.findByText('Saved just now')).toBeVisible()
  expect(saved).toEqual(['Kept text'])
  expect(screen.queryByText('Your last changes are not saved yet.')).toBeNull()
})

describe('whether it speaks as a living person', () => {
  const group = () => screen.getByRole('radiogroup', { name: 'Does it speak as a living person?' })

  test('is asked with nothing chosen, and asked again after another name', async () => {
    const saved = answerSaves()
    await renderPart(<AgentEditor draft={draftOf()} />)
    for (const option of within(group()).getAllByRole('radio')) expect(option).not.toBeChecked()
    expect(group()).toBeRequired()
    expect(within(group()).queryByText(/before you share/)).toBeNull()
    await typist.click(within(group()).getByRole('radio', { name: 'Yes: that person is me' }))
    await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ profile: { person: 'self' } }), 3_000)
    await typist.type(screen.getByRole('textbox', { name: 'Name' }), '!')
    expect(within(group()).getByRole('radio', { name: 'Yes: that person is me' })).not.toBeChecked()
    expect(within(group()).getByRole('status')).toHaveTextContent('The name has changed: answer again before you share.')
    expect(group()).toBeInvalid()
    await leaveField()
    await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ profile: { person: null } }), 3_000)
  })

  test('has the focus and says what is missing when sharing led here', async () => {
    const saved = answerSaves()
    const { router } = await renderPart(<AgentEditor draft={draftOf()} />)
    await router.navigate({ to: '/', hash: 'person' })
    expect(await within(group()).findByText('Answer this before you share.')).toBeVisible()
    expect(group()).toBeInvalid()
    expect(within(group()).getByRole('radio', { name: 'No' })).toHaveFocus()
    await typist.keyboard(' ')
    expect(group()).not.toBeInvalid()
    expect(screen.queryByText('Answer this before you share.')).toBeNull()
    await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ profile: { person: 'none' } }), 3_000)
  })
})
