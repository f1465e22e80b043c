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
const found = (asked: Parameters<typeof filterAgents>[1]) => filterAgents(all, asked, named).map(({ name }) => name)

describe('looking for an agent', () => {
  test('accents and capitals do not matter, and every word must fit', () => {
    expect(found({ q: 'CIUME' })).toEqual(['Machado de Assis'])
    expect(found({ q: 'assis machado' })).toEqual(['Machado de Assis'])
    expect(found({ q: 'assis london' })).toEqual([])
  })
  test('another form of a word is the same word; the beginning of one finds it where no whole word does', () => {
    expect(found({ q: 'engine' })).toEqual(['Ada Lovelace'])
    expect(found({ q: 'engi' })).toEqual(['Ada Lovelace'])
    expect(found({ q: 'talking' })).toEqual(['Ada Lovelace'])
    expect(found({ q: 'ngines' })).toEqual([])
  })
  test('the name of a field finds its agents', () => {
    expect(found({ q: 'literatura' })).toEqual(['Machado de Assis'])
  })
  test('a group and a search hold together', () => {
    expect(found({ category: 'science-technology' })).toEqual(['Ada Lovelace'])
    expect(found({ category: 'science-technology', q: 'rio' })).toEqual([])
  })
  test('nothing asked for is everybody, in their order', () => {
    expect(found({})).toEqual(['Ada Lovelace', 'Machado de Assis'])
    expect(found({ q: '   ' })).toEqual(['Ada Lovelace', 'Machado de Assis'])
  })
})

test('an address is not believed', () => {
  expect(parseSearch({ category: 'alchemy', q: '  ' })).toEqual({ category: undefined, q: undefined })
  expect(parseSearch({ category: 'art', q: 'x'.repeat(99) }).q).toHaveLength(60)
  // as addresses said before there were groups
  expect(parseSearch({ category: 'music' }).category).toBe('arts-letters')
})

test('only groups with an agent can be chosen', () => {
  expect(groupCounts(all)).toEqual([
    { group: 'science-technology', count: 1 },
    { group: 'arts-letters', count: 1 },
  ])
})
