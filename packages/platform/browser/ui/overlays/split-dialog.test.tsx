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

test('has a name and a description, and focuses the given element first', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: 'Three questions' })).toHaveAccessibleDescription('A minute.')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus())
})

test.each(['Escape', 'the button'])('%s closes it and returns the focus', async (how) => {
  const user = await open()
  if (how === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
})

test('an outside press does not close it', async () => {
  await open()
  fireEvent.pointerDown(document.body)
  fireEvent.pointerUp(document.body)
  fireEvent.click(document.body)
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('its toasts are inside the dialog, where assistive technology can reach them', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Say' }))
  expect(screen.getByRole('dialog')).toContainElement(screen.getByText('Missing'))
})
