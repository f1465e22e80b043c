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

test('the field is read-only while a question is being sent', async () => {
  const { field, onSend } = open({ text: 'Next', sending: true })
  expect(field).toHaveAttribute('aria-disabled', 'true')
  expect(send()).toBeDisabled()
  await userEvent.type(field, 'more{Enter}')
  expect(field).toHaveValue('Next')
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
