import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { Drawer } from './drawer.tsx'

function Page() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button ref={button} type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Drawer open={open} onOpenChange={setOpen} title="Menu" closeLabel="Close menu" returnFocusTo={button}>
        <button type="button" onClick={() => setOpen(false)}>
          There
        </button>
      </Drawer>
    </>
  )
}

async function opened() {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeVisible()
  return user
}

async function closedWithFocusBack() {
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
}

test('Escape closes it and returns the focus', async () => {
  const user = await opened()
  await user.keyboard('{Escape}')
  await closedWithFocusBack()
})

test('an outside press closes it and returns the focus', async () => {
  const user = await opened()
  await user.pointer({ keys: '[MouseLeft]', target: screen.getByTestId('drawer-scrim') })
  await closedWithFocusBack()
})

test('an item closes it and returns the focus', async () => {
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'There' }))
  await closedWithFocusBack()
})

test('traps the focus while open, and its close button has a name', async () => {
  const user = await opened()
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Close menu' }))
  await closedWithFocusBack()
})
