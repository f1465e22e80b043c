import { describe, expect, test } from 'vitest'
import type { Agent } from '../../schema.ts'
import { filterAgents, groupCounts, parseSearch } from './agent-search.ts'

const agent = (name: string, rest: Partial<Agent> = {}): Agent => ({
  id: name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description: 'Talks about engines.',
  voice_description: 'Quick and exact',
  created_at: '2026-01-01T00:00:00.000Z',
  category: 'technology',
  colors: ['#112233', '#ffddaa'],
  lived: '1815–1852, London',
  keywords: [],
  picture: null,
  ...rest,
})
const ada = agent('Ada Lovelace')
const machado = agent('Machado de Assis', {
  category: 'literature',
  description: 'Ironia, ciúme e o Rio.',
  lived: '1839–1908, Rio',
})
const all = [ada, machado]
const named = (category: string) => [category === 'literature' ? 'Literatura' : 'Tecnologia']
const found = (filter: Parameters<typeof filterAgents>[1]) => filterAgents(all, filter, named).map(({ name }) => name)

describe('agent search', () => {
  test('ignores accents and case, and requires every word', () => {
    expect(found({ q: 'CIUME' })).toEqual(['Machado de Assis'])
    expect(found({ q: 'Ａｄａ' })).toEqual(['Ada Lovelace'])
    expect(found({ q: '@machadodeassis' })).toEqual(['Machado de Assis'])
    expect(found({ q: 'assis machado' })).toEqual(['Machado de Assis'])
    expect(found({ q: 'assis london' })).toEqual([])
  })
  test('matches other forms of a word, and prefixes if no whole word matches', () => {
    expect(found({ q: 'engine' })).toEqual(['Ada Lovelace'])
    expect(found({ q: 'engi' })).toEqual(['Ada Lovelace'])
    expect(found({ q: 'talking' })).toEqual(['Ada Lovelace'])
    expect(found({ q: 'ngines' })).toEqual([])
  })
  test('finds agents by the name of their category', () => {
    expect(found({ q: 'literatura' })).toEqual(['Machado de Assis'])
  })
  test('combines group and search text', () => {
    expect(found({ category: 'science-technology' })).toEqual(['Ada Lovelace'])
    expect(found({ category: 'science-technology', q: 'rio' })).toEqual([])
  })
  test('returns all agents in order without a filter', () => {
    expect(found({})).toEqual(['Ada Lovelace', 'Machado de Assis'])
    expect(found({ q: '   ' })).toEqual(['Ada Lovelace', 'Machado de Assis'])
  })
})

test('ignores invalid URL parameters', () => {
  expect(parseSearch({ category: 'alchemy', q: '  ' })).toEqual({ category: undefined, q: undefined })
  expect(parseSearch({ category: 'art', q: 'x'.repeat(99) }).q).toHaveLength(60)
  // links from before the introduction of groups
  expect(parseSearch({ category: 'music' }).category).toBe('arts-letters')
})

test('offers only groups that have agents', () => {
  expect(groupCounts(all)).toEqual([
    { group: 'science-technology', count: 1 },
    { group: 'arts-letters', count: 1 },
  ])
})
