import { describe, expect, it } from 'vitest'
import { allPlans, awaitsPrices, currencyOf, type Limit, PLANS } from './rules.ts'

const size = (limit: Limit) => (limit === 'unlimited' ? Number.POSITIVE_INFINITY : limit)

describe('plans', () => {
  it('match the specification', () => {
    const rows = allPlans.map((plan) => [plan.name, plan.activeAgents, plan.tokensPerMonth, plan.buyersPerMonth])
    expect(rows).toEqual([
      ['Free', 3, 10_000, 100],
      ['Pro', 15, 100_000, 1_000],
      ['Growth', 50, 500_000, 5_000],
      ['Business', 'unlimited', 2_000_000, 25_000],
    ])
    expect(PLANS.growth.teamMembers).toBe(3)
    expect(allPlans.map(({ support }) => support.responseHours)).toEqual([null, 24, 4, 1])
  })

  it('are stored under their own id', () => {
    expect(Object.entries(PLANS).map(([id, plan]) => [id, plan.id])).toEqual(allPlans.map(({ id }) => [id, id]))
  })

  it.each(['activeAgents', 'tokensPerMonth', 'buyersPerMonth'] as const)('grow in %s from one to the next', (attribute) => {
    const sizes = allPlans.map((plan) => size(plan[attribute]))
    for (const [index, larger] of sizes.slice(1).entries()) expect(larger).toBeGreaterThan(sizes[index] ?? Infinity)
  })
})

it('each language shows prices in its own currency', () => {
  expect(currencyOf('en')).toBe('USD')
  expect(currencyOf('pt')).toBe('BRL')
})

it('prices in a currency count as pending until every plan has one', () => {
  const priced = allPlans.map((plan) => ({ ...plan, pricePerMonth: { USD: 0, BRL: null } }))
  expect(awaitsPrices(priced, 'USD')).toBe(false)
  expect(awaitsPrices(priced, 'BRL')).toBe(true)
  expect(awaitsPrices([...priced.slice(1), PLANS.free], 'USD')).toBe(true)
})
