import { screen } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { Field } from '../ui/forms/field.tsx'

function Form() {
  const [name, setName] = useState('Ana')
  return (
    <>
      <Field label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <p>Hello {name}</p>
    </>
  )
}

/** Shows the server's page, types into it, and lets the scripts arrive. */
async function openSlowly(typed: string | null) {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Form />)
  document.body.append(container)
  if (typed !== null) (screen.getByRole('textbox') as HTMLInputElement).value = typed
  const root = hydrateRoot(container, <Form />)
  onTestFinished(() => root.unmount())
}

test('what was typed before the scripts arrived stays, and the page knows it', async () => {
  await openSlowly('Bia')
  expect(await screen.findByText('Hello Bia')).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('Bia')
})

test('a field in which nothing was typed keeps its text', async () => {
  await openSlowly(null)
  expect(await screen.findByText('Hello Ana')).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('Ana')
})
