import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#testing.tsx'
import { Footer } from './footer.tsx'

test.each([
  ['Features', '/#product'],
  ['How it works', '/#how-it-works'],
  ['Pricing', '/pricing'],
  ['About', '/about'],
  ['Blog', '/blog'],
  ['Community', '/community'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
])('the footer links %s to %s', async (name, href) => {
  await renderPart(
    <Footer locale="en" paths={{ en: '/', pt: '/pt' }} year={2026} hasTags={false} hasContact={false} hasStudio={false} />,
  )
  expect(within(screen.getByRole('contentinfo')).getByRole('link', { name })).toHaveAttribute('href', href)
})

test('the footer has columns for product, support and company', async () => {
  await renderPart(
    <Footer locale="en" paths={{ en: '/', pt: '/pt' }} year={2026} hasTags={false} hasContact={false} hasStudio={false} />,
  )
  const columns = within(screen.getByRole('navigation', { name: 'Footer' })).getAllByRole('heading')
  expect(columns.map(({ textContent }) => textContent)).toEqual(['Product', 'Support', 'Company', 'Legal'])
})

test.each([true, false])('the footer links to the contact only where there is one (%s)', async (hasContact) => {
  await renderPart(
    <Footer locale="en" paths={{ en: '/', pt: '/pt' }} year={2026} hasTags={false} hasContact={hasContact} hasStudio={false} />,
  )
  expect(screen.queryAllByRole('link', { name: 'Contact' })).toHaveLength(hasContact ? 1 : 0)
})
