import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#testing.tsx'
import { JoinStart, joinAction } from '#waitlist/ui/join/join-fields.tsx'
import { HomeHero } from './hero.tsx'
import { HomeJoin } from './join-section.tsx'
import { HomeProduct } from './product.tsx'
import { HomeSteps } from './steps.tsx'
import { HomeTestimonials } from './testimonials.tsx'

const headings = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent)

test('the hero has the headline of the page and a field to join, which posts to the join section', async () => {
  await renderPart(<HomeHero form={<JoinStart formKey="key" action={joinAction('FR1END')} code="FR1END" />} />)
  expect(headings(1)).toHaveLength(1)
  const form = screen.getByRole('textbox', { name: 'Your best email' }).closest('form')
  expect(form).toHaveAttribute('action', '/?ref=FR1END#email-collection')
  expect(new FormData(form as HTMLFormElement).get('invitedByCode')).toBe('FR1END')
  expect(screen.getByRole('button', { name: 'Join the waitlist' })).toHaveAttribute('type', 'submit')
})

test('the product section has four benefits: content, hours, trust and royalties', async () => {
  const { container } = await renderPart(<HomeProduct />)
  expect(container.querySelector('#product')).toBeVisible()
  // the pictures of an agent and its owner have headings, too
  const titles = headings(3).filter((title) => title !== 'Caio Prado')
  expect(titles).toEqual([
    'Made from what you already published',
    'Awake when you aren’t',
    'Validated, and still yours',
    'Royalties, paid automatically',
  ])
  expect(screen.getByText(/Trusted Expert seal.*isolated vault and is not used to train models/)).toBeVisible()
  expect(screen.getByText(/micro-transaction, subscription or corporate license.*USD or BRL/)).toBeVisible()
})

test('how it works has three numbered steps', async () => {
  const { container } = await renderPart(<HomeSteps />)
  expect(container.querySelector('#how-it-works')).toBeVisible()
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3)
  expect(headings(3)).toEqual(['Bring what you know', 'Build it and have it validated', 'Let it work'])
})

test('three quotes with author and role come before the number of creators', async () => {
  await renderPart(<HomeTestimonials />)
  const quotes = screen.getAllByRole('figure')
  expect(quotes.map((quote) => quote.querySelector('figcaption')?.textContent)).toEqual([
    'Marina, bakes and teaches bread',
    'Caio, guitar teacher',
    'Denise, lawyer and lecturer',
  ])
  const count = screen.getByText('More than 5 creators are testing Duo.')
  expect(quotes[2]?.compareDocumentPosition(count)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('where the studio is open, the page says what needs no place in line, before and beside the form', async () => {
  await renderPart(<HomeHero form={<p>the form</p>} />, { studio: 'on' })
  expect(screen.getByText(/^It answers in writing\. With your texts you can start today/)).toBeVisible()
  cleanup()
  await renderPart(<HomeJoin form={<p>the form</p>} />, { studio: 'on' })
  expect(screen.getByText(/^You need not wait to begin/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Make yours' })).toHaveAttribute('href', '/studio')
  expect(screen.queryByText(/you can start using the beta/)).toBeNull()
})

test('the section of the form has the fragment that join buttons lead to', async () => {
  const { container } = await renderPart(<HomeJoin form={<p>the form</p>} />)
  expect(within(container.querySelector('#email-collection') as HTMLElement).getByText('the form')).toBeVisible()
})
