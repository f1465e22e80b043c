import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { allPlans } from '../rules.ts'
import { PlanTable } from './plan-table.tsx'

function cells(plans = allPlans) {
  render(<PlanTable plans={plans} />)
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  return rows.map((row) =>
    (['columnheader', 'rowheader', 'cell'] as const).flatMap((role) => within(row).queryAllByRole(role)).map(spoken),
  )
}

/** What a screen reader reads. */
function spoken(cell: HTMLElement) {
  const copy = cell.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return [...copy.querySelectorAll('li')].map((item) => item.textContent).join(' + ') || copy.textContent
}

const none = 'Not listed'

test('compares every announced attribute of every plan', () => {
  expect(cells()).toEqual([
    ['What the plan has', 'Free', 'Pro', 'Growth', 'Business'],
    ['Active agents', '3Create as many agents as you like', '15', '50', 'Unlimited'],
    ['Tokens a month', '10,000', '100,000', '500,000', '2,000,000'],
    ['Unique buyers a month', '100', '1,000', '5,000', '25,000'],
    ['Team members', none, none, 'Up to 3', none],
    ['Support', 'Community and documentation', 'Email', 'Priority', '24/7'],
    ['Response time', none, '24\u00a0h', '4\u00a0h', '1\u00a0h'],
    [
      'Also included',
      none,
      'Advanced analytics',
      'White-label + Dedicated account manager + Monthly strategy consulting',
      'Dedicated customer success manager + Early access to new features',
    ],
  ])
})

describe('in Portuguese', () => {
  test('has the same rows, with localized numbers', () => {
    document.documentElement.lang = 'pt-BR'
    const rows = cells()
    expect(rows.map(([name]) => name)).toEqual([
      'O que o plano tem',
      'Agentes ativos',
      'Tokens por mês',
      'Compradores únicos por mês',
      'Pessoas na equipe',
      'Suporte',
      'Tempo de resposta',
      'Também inclui',
    ])
    expect(rows[2]).toEqual(['Tokens por mês', '10.000', '100.000', '500.000', '2.000.000'])
    expect(rows.every((row) => row.length === allPlans.length + 1)).toBe(true)
  })

  test('shows announced prices only, in reais', () => {
    document.documentElement.lang = 'pt-BR'
    const [free, ...others] = allPlans.map((plan) =>
      plan.id === 'free' ? plan : { ...plan, pricePerMonth: { USD: 2_900, BRL: 14_990 } },
    )
    expect(cells(free && [free, ...others])[1]).toEqual([
      'Preço por mês',
      'Não mencionado',
      ...others.map(() => 'R$\u00a0149,90'),
    ])
  })
})
