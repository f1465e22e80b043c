import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#testing.tsx'
import { categories, type QualificationDraft } from '../../rules.ts'
import type { SaveOutcome } from '../parts/use-save-survey.tsx'
import { QualificationOverlay, type QualificationOverlayProps } from './qualification-overlay.tsx'

const complete: QualificationDraft = { audienceSize: '1000-5000', categories: ['law'], otherCategory: '', goals: ['sell'] }
const saved = async (): Promise<SaveOutcome> => 'saved'

async function open(props: Partial<QualificationOverlayProps> = {}) {
  const callbacks = { onDraft: vi.fn(), onDone: vi.fn(), onClose: vi.fn(), save: vi.fn(saved) }
  await renderPart(<QualificationOverlay {...callbacks} {...props} />)
  return { user: userEvent.setup(), ...callbacks }
}

const question = (name: string) => screen.findByRole('heading', { name, level: 3 })
const audience = 'How many people follow you?'
const areas = 'What do people ask you about?'
const purposes = 'What should your agent do for you?'
const next = () => screen.getByRole('button', { name: 'Next' })
const finish = () => screen.getByRole('button', { name: 'Finish' })
const toast = () => screen.queryByText('Please answer all questions.')

/** Answers the first question, then the second with these areas. */
async function toAreas(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: '1,000–5,000' }))
  await user.click(next())
  await question(areas)
}
async function toGoals(user: UserEvent, ...names: string[]) {
  await toAreas(user)
  for (const name of names) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(next())
  await question(purposes)
}

test('is a labelled dialog that focuses its first question', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: /^Three questions/ })).toHaveAccessibleDescription(/what you choose is saved/)
  expect(await question(audience)).toHaveFocus()
  const group = screen.getByRole('group', { name: audience })
  expect(within(group).getAllByRole('radio')).toHaveLength(4)
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('announces and focuses each of the three questions, then saves', async () => {
  const { user, save, onDone } = await open()
  expect(screen.getByRole('progressbar', { name: 'Step 1 of 3' })).toHaveAttribute('aria-valuenow', '1')
  await toAreas(user)
  expect(await question(areas)).toHaveFocus()
  expect(screen.getByText('Step 2 of 3', { selector: '[role=status]' })).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Step 2 of 3' })).toHaveAttribute('aria-valuenow', '2')
  expect(screen.getAllByRole('checkbox')).toHaveLength(19)
  await user.click(screen.getByRole('checkbox', { name: 'Technology' }))
  await user.click(screen.getByRole('checkbox', { name: 'Business' }))
  await user.click(next())
  expect(await question(purposes)).toHaveFocus()
  await user.click(screen.getByRole('checkbox', { name: 'I want to sell access to my agent.' }))
  await user.click(screen.getByRole('checkbox', { name: 'I want to integrate an agent into my business.' }))
  await user.click(finish())
  expect(save).toHaveBeenCalledExactlyOnceWith({
    audienceSize: '1000-5000',
    categories: ['business', 'technology'],
    otherCategory: null,
    goals: ['sell', 'integrate'],
  })
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('shows a toast and an error when no audience is chosen, and focuses the first answer', async () => {
  const { user } = await open()
  expect(next()).toHaveAttribute('aria-disabled', 'true')
  await user.click(next())
  expect(screen.getByText('Required fields')).toBeVisible()
  expect(toast()).toBeVisible()
  expect(screen.getByRole('group', { name: audience })).toHaveAccessibleDescription('Choose one to go on.')
  expect(screen.getByRole('radio', { name: '0–1,000' })).toHaveFocus()
  await user.click(screen.getByRole('radio', { name: '20,000+' }))
  expect(screen.getByRole('group', { name: audience })).not.toHaveAccessibleDescription('Choose one to go on.')
  expect(next()).not.toHaveAttribute('aria-disabled')
})

test('does not continue without an area', async () => {
  const { user } = await open()
  await toAreas(user)
  await user.click(next())
  expect(toast()).toBeVisible()
  expect(screen.getByRole('group', { name: areas })).toHaveAccessibleDescription('Choose at least one to go on.')
  expect(screen.getByRole('checkbox', { name: 'Business' })).toHaveFocus()
})

test('does not save without a goal', async () => {
  const { user, save } = await open()
  await toGoals(user, 'Law')
  await user.click(finish())
  expect(toast()).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('requires a text for Others, with an inline error instead of a toast, and sends it trimmed', async () => {
  Element.prototype.scrollIntoView = vi.fn()
  const { user, save } = await open()
  await toAreas(user)
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Others' }))
  const field = screen.getByRole('textbox', { name: 'Which area?' })
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce()
  await user.type(field, '  ')
  await user.click(next())
  expect(field).toHaveAccessibleDescription('Please specify your area in Others.')
  expect(field).toHaveFocus()
  expect(toast()).toBeNull()
  await user.type(field, 'Bees{Enter}')
  await question(purposes)
  await user.click(screen.getByRole('checkbox', { name: /sell/ }))
  await user.click(finish())
  expect(save).toHaveBeenCalledWith(expect.objectContaining({ categories: ['others'], otherCategory: 'Bees' }))
})

test('does not send the text for Others after it is deselected, but keeps it in the draft', async () => {
  const { user, save, onDraft } = await open({
    initial: { ...complete, categories: ['law', 'others'], otherCategory: 'Bees' },
  })
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.click(screen.getByRole('checkbox', { name: 'Others' }))
  expect(onDraft).toHaveBeenLastCalledWith({ ...complete, categories: ['law'], otherCategory: 'Bees' })
  await user.click(next())
  await user.click(finish())
  expect(save).toHaveBeenCalledWith(expect.objectContaining({ categories: ['law'], otherCategory: null }))
})

test('Back keeps the answers', async () => {
  const { user } = await open()
  await toGoals(user, 'Law', 'Design and arts')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await question(areas)).toHaveFocus()
  expect(screen.getByRole('checkbox', { name: 'Law' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Design and arts' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('radio', { name: '1,000–5,000' })).toBeChecked()
})

test.each([
  ['nothing', { ...complete, audienceSize: null }, audience],
  ['an audience', { ...complete, categories: [], goals: [] }, areas],
  ['Others without its text', { ...complete, categories: [...categories] }, areas],
  ['everything', complete, purposes],
] as const)('resumes at the first unanswered question, with %s answered', async (_name, initial, where) => {
  await open({ initial: { ...initial, categories: [...initial.categories], goals: [...initial.goals] } })
  expect(await question(where)).toHaveFocus()
})

test('passes every change to onDraft', async () => {
  const { user, onDraft } = await open()
  await user.click(screen.getByRole('radio', { name: '0–1,000' }))
  expect(onDraft).toHaveBeenLastCalledWith({ audienceSize: '0-1000', categories: [], otherCategory: '', goals: [] })
})

test('Enter in an answer continues', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('radio', { name: '0–1,000' }))
  await user.keyboard('{Enter}')
  expect(await question(areas)).toHaveFocus()
})

test('shows that it is saving and ignores a second click and Back', async () => {
  const pending = Promise.withResolvers<SaveOutcome>()
  const save = vi.fn(() => pending.promise)
  const { user, onDone } = await open({ initial: complete, save })
  await user.click(finish())
  const busy = await screen.findByRole('button', { name: 'Saving…' })
  expect(busy).toHaveAttribute('aria-busy', 'true')
  await user.click(busy)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await question(purposes)).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
  pending.resolve('saved')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test.each([
  ['failed', 'There was an error saving your responses. Please try again.', async () => 'failed'],
  ['unexpected', 'An unexpected error occurred. Please try again.', async () => 'unexpected'],
  ['thrown', 'An unexpected error occurred. Please try again.', () => Promise.reject(new Error('down'))],
] as [string, string, () => Promise<SaveOutcome>][])(
  'shows an error (%s), keeps everything and can be retried',
  async (_name, text, failure) => {
    const save = vi.fn(saved).mockImplementationOnce(failure)
    const { user, onDone } = await open({ initial: complete, save })
    await user.click(finish())
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Everything you chose and wrote is still here.')
    expect(onDone).not.toHaveBeenCalled()
    expect(screen.getByRole('checkbox', { name: /sell/ })).toBeChecked()
    await user.click(finish())
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  },
)

function Page({ save = saved, onDone = () => {} }: Partial<QualificationOverlayProps>) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<QualificationDraft>()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={opener} type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <QualificationOverlay
          initial={draft}
          onDraft={setDraft}
          save={save}
          onDone={onDone}
          onClose={() => setOpen(false)}
          returnFocusTo={opener}
        />
      )}
    </>
  )
}

test('Escape closes it and returns the focus, and reopening restores the answers', async () => {
  const user = userEvent.setup()
  await renderPart(<Page />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await toAreas(user)
  await user.click(screen.getByRole('checkbox', { name: 'Law' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await question(purposes)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('checkbox', { name: 'Law' })).toBeChecked()
})

test('does not call onDone if it was closed while saving', async () => {
  const pending = Promise.withResolvers<SaveOutcome>()
  const onDone = vi.fn()
  const user = userEvent.setup()
  await renderPart(<Page save={() => pending.promise} onDone={onDone} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await toGoals(user, 'Law')
  await user.click(screen.getByRole('checkbox', { name: /sell/ }))
  await user.click(finish())
  await user.click(screen.getByRole('button', { name: 'Close' }))
  pending.resolve('saved')
  await pending.promise
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onDone).not.toHaveBeenCalled()
})

test('is in Portuguese on a Portuguese page', async () => {
  document.documentElement.lang = 'pt-BR'
  const { user } = await open()
  expect(await question('Quantas pessoas acompanham você?')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Próximo' }))
  expect(screen.getByText('Campos obrigatórios')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '1.000–5.000' }))
  await user.click(screen.getByRole('button', { name: 'Próximo' }))
  expect(await screen.findByRole('checkbox', { name: 'Mercado imobiliário' })).toBeVisible()
})
