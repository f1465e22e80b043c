import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Composer } from './composer.tsx'

type Props = Partial<React.ComponentProps<typeof Composer>>

function open(overrides: Props = {}) {
  const onSend = vi.fn()
  function ComposerWithState() {
    const [text, setText] = useState(overrides.text ?? '')
    return (
      <Composer
        name="Ada Lovelace"
        onText={setText}
        sending={false}
        blocked={false}
        onSend={onSend}
        onStop={null}
        stopping={false}
        editing={false}
        onCancelEdit={() => {}}
        field={null}
        {...overrides}
        text={text}
      />
    )
  }
  render(<ComposerWithState />)
  return { onSend, field: screen.getByRole('textbox', { name: 'Chat with Ada Lovelace…' }) }
}
const send = () => screen.getByRole('button', { name: 'Send message' })

test('Enter sends, and Shift+Enter inserts a line break', async () => {
  const { field, onSend } = open()
  await userEvent.type(field, 'One{Shift>}{Enter}{/Shift}two')
  expect(field).toHaveValue('One\ntwo')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.type(field, '{Enter}')
  expect(onSend).toHaveBeenCalledTimes(1)
})

test('the Enter that ends a composition does not send, also where it comes after the composition, as in Safari', async () => {
  const { field, onSend } = open({ text: 'にほん' })
  fireEvent.compositionStart(field)
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: true })
  fireEvent.compositionEnd(field)
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: false })
  expect(onSend).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, isComposing: false })
  expect(onSend).toHaveBeenCalledOnce()
})

test('never sends a message that looks empty', async () => {
  const { onSend } = open({ text: '\u2800\u200B' })
  expect(send()).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox'), '{Enter}')
  expect(onSend).not.toHaveBeenCalled()
})

test('never sends a message of white space only', async () => {
  const { field, onSend } = open()
  expect(send()).toBeDisabled()
  await userEvent.type(field, '  {Shift>}{Enter}{/Shift} {Enter}')
  expect(send()).toBeDisabled()
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.type(field, 'x')
  expect(send()).toBeEnabled()
})

test('while a question is being sent, the field stays writable and sending waits', async () => {
  const { field, onSend } = open({ text: 'Next', sending: true })
  expect(field).toBeEnabled()
  expect(field).not.toHaveAttribute('readonly')
  expect(send()).toBeDisabled()
  await userEvent.type(field, '{Enter}')
  expect(onSend).not.toHaveBeenCalled()
})

test('during a reply, the user can type the next question and stop the reply', async () => {
  const onStop = vi.fn()
  const { field, onSend } = open({ blocked: true, onStop })
  await userEvent.type(field, 'Next{Enter}')
  expect(field).toHaveValue('Next')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Stop the answer' }))
  expect(onStop).toHaveBeenCalledTimes(1)
})

test('shows the remaining characters near the limit of 4,000, and does not send beyond it', async () => {
  const { field, onSend } = open({ text: 'x'.repeat(3_599) })
  expect(screen.queryByText(/Characters left/)).not.toBeInTheDocument()
  await userEvent.type(field, 'x')
  expect(screen.getByText('Characters left: 400')).toBeVisible()
  await userEvent.click(field)
  await userEvent.paste('y'.repeat(401))
  expect(screen.getByText('Characters over the limit: 1')).toBeVisible()
  expect(field).toHaveAttribute('aria-invalid', 'true')
  await userEvent.type(field, '{Enter}')
  expect(onSend).not.toHaveBeenCalled()
})

const huge = `${'word '.repeat(797)}end👩‍🚀${'x'.repeat(5_000_000)}`

test.each<[string, (field: HTMLElement) => boolean]>([
  ['a paste', (field) => fireEvent.paste(field, { clipboardData: { getData: () => huge } })],
  ['a drop', (field) => fireEvent.drop(field, { dataTransfer: { getData: () => huge } })],
  ['a keyboard', (field) => fireEvent(field, new InputEvent('beforeinput', { data: huge, bubbles: true, cancelable: true }))],
])('of a text of 5 MB by %s, the field takes what fits, and the rest can be copied', async (_way, insert) => {
  const writeText = vi.fn(async (_text: string) => {})
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  const { field } = open({ text: 'My notes: ' })
  ;(field as HTMLTextAreaElement).setSelectionRange(10, 10)
  expect(insert(field)).toBe(false)
  const kept = (field as HTMLTextAreaElement).value
  // no part of the emoji, which would not fit
  expect(kept).toBe(`My notes: ${'word '.repeat(797)}end`)
  expect(send()).toBeEnabled()
  expect(screen.getByText(/The text you inserted has 5,003,993 characters, and a message at most 4,000/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy the rest' }))
  expect(await screen.findByRole('button', { name: 'The rest is copied' })).toBeVisible()
  expect(kept + (writeText.mock.calls[0]?.[0] ?? '')).toBe(`My notes: ${huge}`)
  await user.click(screen.getByRole('button', { name: 'Close message' }))
  expect(screen.queryByText(/The text you inserted/)).toBeNull()
})

test('a text that is a little too long is inserted whole, to be shortened by hand', () => {
  const { field } = open()
  expect(fireEvent.paste(field, { clipboardData: { getData: () => 'x'.repeat(4_100) } })).toBe(true)
})
