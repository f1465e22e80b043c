import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing.tsx'
import { Contact } from './contact.tsx'
import { LegalLayout } from './legal-layout.tsx'

const sections = [
  { id: 'who', title: 'Who answers', body: <p>We do.</p> },
  { id: 'erase', title: 'Erase', body: <p>Write to us.</p> },
]

test('the table of contents links to every section in order, and the date is written out', async () => {
  const heading = { first: 'Privacy.', second: 'Little.' }
  await renderPart(
    <LegalLayout heading={heading} lead="Lead" effectiveDate="2026-11-21" summary={['Short']} sections={sections} />,
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Privacy. Little.')
  expect(screen.getByText(/November 21, 2026/)).toBeInTheDocument()
  for (const contents of screen.getAllByRole('navigation', { hidden: true })) {
    const links = within(contents).getAllByRole('link', { hidden: true })
    const targets = links.map((link) => link.getAttribute('href')?.slice(1) ?? '')
    expect(targets).toEqual(['who', 'erase'])
    for (const [i, id] of targets.entries()) {
      expect(document.getElementById(id)).toHaveAccessibleName(sections[i]?.title ?? '')
    }
  }
})

test('shows the operator’s name and contact, or says that they are missing', async () => {
  const dataController = { name: 'Duo Ltda.', contact: 'privacy@goduo.example' }
  const { unmount } = await renderPart(<Contact />, { dataController })
  expect(screen.getByText('Duo Ltda.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'privacy@goduo.example' })).toHaveAttribute('href', 'mailto:privacy@goduo.example')
  unmount()
  await renderPart(<Contact />)
  expect(screen.getByText('The people who run this site have not given their name.')).toBeVisible()
  expect(screen.getByText('Reply to any email we sent you.')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
