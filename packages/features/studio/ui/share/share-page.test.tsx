import { network } from '@duo/platform/testing/component-setup.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { onMutation, renderPart } from '../../../testing.tsx'
import type { Reveal } from '../../agent-rules.ts'
import type { Sharing } from '../../agent-schema.ts'
import { draftOf } from '../testing.ts'
import { ShareAgent } from './share-page.tsx'

const shared: Sharing = { ...draftOf().sharing, state: 'shared', slug: 'bread-x7k2m9ab', sharedAt: '2026-11-27T10:00:00Z' }
const show = (sharing: Sharing, reveal: Reveal = 'neighbours') => {
  const { profile } = draftOf()
  return renderPart(
    <ShareAgent agent={draftOf({ sharing, profile: { ...profile, reveal } })} audience={{ askers: [], reports: [] }} />,
  )
}

test('the focus stays in the section when the pressed button goes away', async () => {
  network.use(
    onMutation('studio', 'pause', () => ({ error: null, sharing: { ...shared, state: 'paused' as const } })),
    onMutation('studio', 'unshare', () => ({ error: null, sharing: { ...shared, state: 'private' as const } })),
  )
  await show(shared)
  const section = screen.getByRole('region', { name: 'Share by link' })
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Done.')).toBeVisible()
  expect(section).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'End the link' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(screen.getByRole('button', { name: 'End the link' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'End the link' }))
  await userEvent.click(screen.getByRole('button', { name: 'End the link' }))
  expect(await screen.findByRole('button', { name: 'Share' })).toBeVisible()
  expect(section).toHaveFocus()
})

test('says what visitors may read, and how many Duos are active', async () => {
  await show({ ...shared, active: { used: 1, limit: 'unlimited' } })
  expect(screen.getByText('A visitor gets at most 20 passages a day, or 10 % of a document if that is more')).toBeVisible()
  expect(screen.getByText('1 active Duo; your plan has no limit')).toBeVisible()
})

test('names no limit where visitors may read the whole document', async () => {
  await show({ ...shared, active: { used: 0, limit: 1 } }, 'document')
  expect(screen.getByText(/the whole document around them/)).toBeVisible()
  expect(screen.queryByText(/at most/)).toBeNull()
  expect(screen.getByText('0 of 1 active Duo')).toBeVisible()
})

test('sharing before the question about a living person is answered says so, and leads to it', async () => {
  network.use(onMutation('studio', 'share', () => ({ error: 'person' as const })))
  await show(draftOf().sharing)
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('First answer whether your Duo speaks as a living person.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Answer the question' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/agent#person$/),
  )
})
