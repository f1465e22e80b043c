import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#testing.tsx'
import type { FollowUpDraft } from '../../rules.ts'
import type { SaveOutcome } from '../parts/use-save-survey.tsx'
import { FollowUpModal, type FollowUpModalProps } from './follow-up-modal.tsx'

const empty: FollowUpDraft = { userTypes: [], niches: [], agentTypes: [], description: '' }
const written: FollowUpDraft = { ...empty, niches: ['sales'], description: 'Bees' }
const saved = async (): Promise<SaveOutcome> => 'saved'

async function open(props: Partial<FollowUpModalProps> = {}) {
  const callbacks = { onDraft: vi.fn(), onClose: vi.fn(), save: vi.fn(saved) }
  await renderPart(<FollowUpModal existing={false} invites={<p>Invite your friends</p>} {...callbacks} {...props} />)
  return { user: userEvent.setup(), ...callbacks }
}

const questions = [
  'Which of these are you?',
  'Which niches do you work in?',
  'Which agents would help you?',
  'What would you like to build?',
] as const
const question = (name: string) => screen.findByRole('heading', { name, level: 3 })
const group = (name: string) => screen.getByRole('group', { name })
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
const choose = (user: UserEvent, name: string) => user.click(screen.getByRole('checkbox', { name }))
const text = (lang = 'en') => screen.getByRole('textbox', lang === 'en' ? { name: questions[3] } : {})

test('the thanks name the place and the one step that is left: to confirm the address', async () => {
  const { user } = await open({ position: 5, confirmed: false })
  for (let step = 1; step < 4; step += 1) await press(user, 'Next')
  await press(user, 'Send answers')
  expect(await screen.findByText(/^You are 5th on the list\. One step is left: .* confirm your address/)).toBeVisible()
})

test('announces and focuses each of the four questions, then thanks and offers invites', async () => {
  const { user, save, onClose } = await open()
  expect(screen.getByRole('dialog', { name: /^More about you/ })).toHaveAccessibleDescription(/skip any of them/)
  expect(await question(questions[0])).toHaveFocus()
  expect(within(group(questions[0])).getAllByRole('checkbox')).toHaveLength(5)
  expect(group(questions[0])).toHaveAccessibleDescription(/Select all that apply/)
  await choose(user, 'Developer')
  await choose(user, 'Creator')
  await press(user, 'Next')
  expect(await question(questions[1])).toHaveFocus()
  expect(screen.getByText('Step 2 of 4', { selector: '[role=status]' })).toBeInTheDocument()
  expect(within(group(questions[1])).getAllByRole('checkbox')).toHaveLength(13)
  expect(group(questions[1])).toHaveAccessibleDescription(/Select all that apply/)
  await choose(user, 'E-commerce')
  await press(user, 'Next')
  expect(await question(questions[2])).toHaveFocus()
  expect(within(group(questions[2])).getAllByRole('checkbox')).toHaveLength(5)
  expect(group(questions[2])).toHaveAccessibleDescription(/Select all that apply/)
  await choose(user, 'Chatbot')
  await press(user, 'Next')
  expect(await question(questions[3])).toHaveFocus()
  await user.type(text(), 'Bees{Enter}and honey')
  await press(user, 'Send answers')
  expect(save).toHaveBeenCalledExactlyOnceWith({
    userTypes: ['creator', 'developer'],
    niches: ['ecommerce'],
    agentTypes: ['chatbot'],
    description: 'Bees\nand honey',
  })
  expect(await question('Thank you. We have your answers.')).toHaveFocus()
  expect(screen.getByText('Invite your friends')).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(onClose).toHaveBeenCalledOnce()
})

test('every question is optional', async () => {
  const { user, save } = await open()
  for (const name of questions.slice(1)) {
    await press(user, 'Next')
    await question(name)
  }
  await press(user, 'Send answers')
  expect(save).toHaveBeenCalledWith(empty)
  expect(await screen.findByText('Invite your friends')).toBeVisible()
})

test('Back keeps the answers, and every change is passed to onDraft', async () => {
  const { user, onDraft } = await open()
  await choose(user, 'AI Student')
  await press(user, 'Next')
  await choose(user, 'Finance')
  await choose(user, 'Sales')
  await choose(user, 'Finance')
  expect(onDraft).toHaveBeenLastCalledWith({ ...empty, userTypes: ['student'], niches: ['sales'] })
  await press(user, 'Back')
  expect(await question(questions[0])).toHaveFocus()
  expect(screen.getByRole('checkbox', { name: 'AI Student' })).toBeChecked()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test.each([
  [0, empty],
  [2, { ...empty, userTypes: ['creator'], niches: ['sales'] }],
  [3, written],
] as [number, FollowUpDraft][])('resumes behind the last answered question (%i)', async (at, initial) => {
  await open({ initial })
  expect(await question(questions[at] as string)).toHaveFocus()
})

test('shows that it is saving and ignores a second click', async () => {
  const pending = Promise.withResolvers<SaveOutcome>()
  const save = vi.fn(() => pending.promise)
  const { user } = await open({ initial: written, save })
  await press(user, 'Send answers')
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-busy', 'true')
  await press(user, 'Sending...')
  expect(save).toHaveBeenCalledOnce()
  pending.resolve('saved')
  expect(await question('Thank you. We have your answers.')).toBeVisible()
})

test.each([
  ['failed', 'There was an error saving your responses. Please try again.'],
  ['unexpected', 'An unexpected error occurred. Please try again.'],
] as const)('shows an error (%s), keeps the text and can be retried', async (outcome, words) => {
  const { user } = await open({ initial: written, save: vi.fn(saved).mockResolvedValueOnce(outcome) })
  await press(user, 'Send answers')
  expect(await screen.findByText(words)).toBeVisible()
  expect(text()).toHaveValue('Bees')
  await press(user, 'Send answers')
  expect(await question('Thank you. We have your answers.')).toBeVisible()
})

test.each([
  ['en', 'Send answers', 'These questions have already been answered for your address.'],
  ['pt-BR', 'Enviar respostas', 'Estas perguntas já foram respondidas para o seu e-mail.'],
])('explains that answers exist (%s) and offers the link that opens them', async (lang, send, words) => {
  document.documentElement.lang = lang
  const { user } = await open({ initial: written, save: async () => 'needs_mail', mailLink: <p>Send me my link</p> })
  expect(screen.queryByText('Send me my link')).toBeNull()
  await press(user, send)
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(words)
  expect(screen.getByText('Send me my link')).toBeVisible()
  expect(text(lang)).toHaveValue('Bees')
})

test('counts characters and does not send a text over 1,000 until it is shortened', async () => {
  const { user, save } = await open({ initial: { ...empty, description: '🐝'.repeat(1000) } })
  expect(text()).toHaveAccessibleDescription(/ 1,000 of 1,000 characters$/)
  await user.type(text(), '!')
  expect(text()).toHaveAccessibleDescription(/1,001 of 1,000 characters.*Please shorten your text to 1,000 characters\./)
  await press(user, 'Send answers')
  expect(text()).toHaveFocus()
  expect(save).not.toHaveBeenCalled()
  await user.type(text(), '{Backspace}')
  await press(user, 'Send answers')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
})

test('shows a member with existing answers the position and invites, but no questions', async () => {
  const { user, onClose } = await open({ existing: true, position: 1051 })
  expect(screen.getByRole('dialog', { name: 'Welcome back' })).toBeVisible()
  expect(await question('You are 1,051st on the list')).toHaveFocus()
  expect(screen.getByText('Invite your friends')).toBeVisible()
  expect(screen.queryByRole('group')).toBeNull()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('the welcome omits an unknown position', async () => {
  await open({ existing: true })
  expect(await question('You are on the list')).toHaveFocus()
})

test('is in Portuguese on a Portuguese page', async () => {
  document.documentElement.lang = 'pt-BR'
  const { user } = await open({ initial: written })
  expect(screen.getByText('4 de 1.000 caracteres')).toBeVisible()
  await press(user, 'Enviar respostas')
  expect(await question('Recebemos suas respostas. Obrigado!')).toHaveFocus()
})
