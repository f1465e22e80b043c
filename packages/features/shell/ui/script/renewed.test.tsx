import { LatePart, reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPart } from '#testing.tsx'
import { RenewedNotice } from '../layout/renewed-notice.tsx'
import { startRenewed } from './renewed.ts'

const stop = new AbortController()
afterEach(() => stop.abort())

test('a part that does not arrive is explained beside a button that reloads the page', async () => {
  await renderPart(<RenewedNotice />)
  startRenewed(stop.signal)
  reportMissingPart(new LatePart())
  expect(await screen.findByText(/^A part of this page did not arrive\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
