import { m } from '@duo/platform/i18n/messages.ts'
import { expect, test } from 'vitest'

test.each([
  ['pt', 0, '0 documentos, 0 trechos', '0 trechos', 'Pronto, 0 trechos'],
  ['pt', 1, '1 documento, 1 trecho', '1 trecho', 'Pronto, 1 trecho'],
  ['pt', 2, '2 documentos, 2 trechos', '2 trechos', 'Pronto, 2 trechos'],
  ['en', 0, '0 documents, 0 passages', '0 passages', 'Ready, 0 passages'],
  ['en', 1, '1 document, 1 passage', '1 passage', 'Ready, 1 passage'],
] as const)('in %s, %i takes the form that people write', (locale, count, counts, fact, state) => {
  expect(m.studio_agent_counts({ documents: count, passages: count }, { locale })).toBe(counts)
  expect(m.studio_fact_passages({ passages: count }, { locale })).toBe(fact)
  expect(m.studio_state_ready({ passages: count }, { locale })).toBe(state)
})

test('in Portuguese, no documents of many passages and the reverse', () => {
  const text = (documents: number, passages: number) => m.studio_agent_counts({ documents, passages }, { locale: 'pt' })
  expect(text(0, 1)).toBe('0 documentos, 1 trecho')
  expect(text(1, 0)).toBe('1 documento, 0 trechos')
  expect(text(2, 0)).toBe('2 documentos, 0 trechos')
})
