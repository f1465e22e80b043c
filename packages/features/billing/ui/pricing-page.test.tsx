import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing.tsx'
import { PLANS } from '../rules.ts'
import { PlanEntry } from './plan-entry.tsx'
import { questionsAsData } from './plan-questions.tsx'
import { Page } from './pricing-page.tsx'

test('every plan links to the waitlist', async () => {
  await renderPart(<Page />)
  const list = screen.getByRole('heading', { name: 'The four plans' }).nextElementSibling as HTMLElement
  for (const name of ['Free', 'Pro', 'Growth', 'Business']) {
    const entry = within(list).getByRole('heading', { name }).closest('li') as HTMLElement
    expect(within(entry).getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/#email-collection')
  }
})

test('says once that prices are announced at launch', async () => {
  const { container } = await renderPart(<Page />)
  const lines = [...container.querySelectorAll('p, li, td, dd')].filter((part) =>
    /announced at launch/i.test(part.textContent ?? ''),
  )
  expect(lines).toHaveLength(1)
})

test('a plan shows its announced price per month', async () => {
  await renderPart(<PlanEntry plan={{ ...PLANS.pro, takeRate: 0.1, pricePerMonth: { USD: 2_900, BRL: 14_990 } }} />)
  expect(screen.getByText('$29 a month')).toBeVisible()
  expect(screen.getByText('10%')).toBeVisible()
  expect(screen.queryByText(/launch/)).not.toBeInTheDocument()
})

test('structured data contain exactly the visible questions', async () => {
  await renderPart(<Page />)
  const read = screen.getAllByRole('group').map((details) => [...details.children].map((part) => part.textContent))
  expect(read.length).toBeGreaterThanOrEqual(6)
  expect(questionsAsData()).toEqual({
    '@type': 'FAQPage',
    mainEntity: read.map(([name, text]) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })),
  })
})
