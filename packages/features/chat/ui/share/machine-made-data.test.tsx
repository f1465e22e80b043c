import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SharedPair } from '../../schema.ts'
import { MachineMadeData } from './machine-made-data.tsx'

const pair = (change: Partial<SharedPair>): SharedPair => ({
  id: '1',
  question: 'Why?',
  answer: 'Because </script><script>alert(1)</script> & "so"',
  html: null,
  sources: [],
  origin: 'model',
  provenance: 'a.b.c',
  ...change,
})

const dataOf = (pairs: SharedPair[]) => {
  const { container } = render(<MachineMadeData pairs={pairs} />)
  return [...container.querySelectorAll('script')].map(({ type, text }) => [type, text])
}

test('structured data mark each reply with its source type, text and note, and an answer cannot leave them', () => {
  const [[type, text = ''] = [], ...others] = dataOf([pair({}), pair({ id: '2', origin: 'offline' }), pair({ id: '3' })])
  expect(type).toBe('application/ld+json')
  expect(others).toEqual([])
  expect(text).not.toContain('<')
  const data = JSON.parse(text) as { hasPart: { digitalSourceType: string }[] }
  expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': 'Conversation' })
  expect(data.hasPart).toHaveLength(3)
  expect(data.hasPart[0]).toMatchObject({
    '@id': 'urn:uuid:1',
    text: pair({}).answer,
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    identifier: { propertyID: 'JWS', value: 'a.b.c' },
  })
  expect(data.hasPart[1]?.digitalSourceType).toBe('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia')
})

test('a text that people wrote is not marked', () => {
  const { provenance: _none, ...byPeople } = pair({})
  expect(dataOf([byPeople])).toEqual([])
})
