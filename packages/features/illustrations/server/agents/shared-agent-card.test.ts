import { expect, test } from 'vitest'
import { drawShareCard } from '../share-cards/share-card.ts'
import { sharedAgentCard } from './shared-agent-card.ts'

const bread = { name: 'Marina Alves', line: 'Bread without hurry', colors: ['#1f4037', '#f0b27a'] as const }

test.each([
  ['en', 'An AI agent · answers from documents'],
  ['pt', 'Agente de IA · responde com documentos'],
] as const)('the picture of a shared agent says in words that a machine answers, in %s', async (locale, note) => {
  const card = sharedAgentCard('bread-x7k2', bread, locale)
  expect(card.note).toBe(note)
  const plain = { ...card, art: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>' }
  const { note: _left, ...without } = plain
  const drawn = await drawShareCard(plain)
  expect(drawn.equals(await drawShareCard(without))).toBe(false)
})
