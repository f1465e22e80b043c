import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { SplitDialog } from './split-dialog.tsx'
import { useToast } from './toast.tsx'

function Inside() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ title: 'Missing' })}>
      Say
    </button>
  )
}

function Page() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <button ref={opener} type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <SplitDialog
          title="Three questions"
          description="A minute."
          closeLabel="Close"
          toastCloseLabel="Dismiss"
          drawing={null}
          focusFirst={first}
          returnFocusTo={opener}
          onClose={() => setOpen(false)}
        >
          <h3 ref={first} tabIndex={-1}>
            First
          </h3>
          <Inside />
        </SplitDialog>
      )}
    </>
  )
}

async function open() {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return user
}

test('is named and described, and what comes first has the focus', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: 'Three questions' })).toHaveAccessibleDescription('A minute.')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus())
})

test.each(['Escape', 'the button'])('%s closes it and gives the focus back', async (how) => {
  const user = await open()
  if (how === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
})

test('a press outside closes nothing', async () => {
  await open()
  fireEvent.pointerDown(document.body)
  fireEvent.pointerUp(document.body)
  fireEvent.click(document.body)
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('its toasts are inside, where assistive technology is', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Say' }))
  expect(screen.getByRole('dialog')).toContainElement(screen.getByText('Missing'))
})
