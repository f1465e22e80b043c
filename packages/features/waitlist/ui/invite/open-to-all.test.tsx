import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../../testing.tsx'
import { BetaParts } from './beta-parts.tsx'
import { BetaStart } from './beta-start.tsx'
import { OpenToAll } from './open-to-all.tsx'

test('who waits learns what an account opens already, with the way there', async () => {
  await renderPart(<OpenToAll />, { studio: 'on' })
  expect(screen.getByRole('region', { name: 'Open to every account' })).toHaveTextContent(/You need not wait to begin/)
  expect(screen.getByRole('link', { name: 'Make yours' })).toHaveAttribute('href', '/studio')
})

test.each(['off', 'invited'] as const)('with STUDIO=%s, no one is promised what is not open', async (studio) => {
  await renderPart(<OpenToAll />, { studio })
  expect(screen.queryByRole('region')).toBeNull()
})

test('the invitation leads to the studio and says that videos are not read yet', async () => {
  await renderPart(
    <>
      <BetaParts />
      <BetaStart />
    </>,
    { studio: 'on' },
  )
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Make yours', 'Open the marketplace'])
  expect(screen.getByText(/^What is open today, every account has already/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Not yet open, and first for the invited' })).toBeVisible()
  expect(screen.getByText(/^Videos and channels as sources/)).toBeVisible()
})
