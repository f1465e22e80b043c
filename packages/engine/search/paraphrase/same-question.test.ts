import { expect, test } from 'vitest'
import { parseQuery } from '../search-query.ts'
import { likeness, minSame } from './same-question.ts'

const isSame = (typed: string, corrected: string) => likeness(parseQuery(typed), parseQuery(corrected), 0) >= minSame

test.each([
  ['How much is the adult ticket?', 'How much is the child ticket?'],
  ['Can I pay by card?', 'Can I pay in cash?'],
  ['Can I pay by card?', 'Can I pay by card in instalments?'],
  ['Is oxalic acid safe in December?', 'Is oxalic acid safe for children in December?'],
  ['Who is the beekeeping teacher?', 'Who is the swimming teacher?'],
  ['How many mites are too many?', 'How many mites are NOT too many?'],
  ['How many mites are too many?', 'How many mites are too few?'],
  ['How many mites are too many?', 'How many mites are too many in April?'],
  ['Posso trazer o meu cão?', 'Posso trazer o meu gato?'],
  ['Posso trazer o meu cão?', 'Não posso trazer o meu cão?'],
  ['Abrem ao sábado?', 'Fecham ao sábado?'],
  ['When should I prune my roses?', 'When should I prune my hydrangeas?'],
  ['How long do I bake the bread?', 'At what temperature do I bake the bread?'],
  ['How often do I water the basil?', 'How long do I water the basil?'],
  ['Por quanto tempo asso o pão?', 'A que temperatura asso o pão?'],
])('what corrects “%s” does not answer “%s”', (corrected, typed) => expect(isSame(typed, corrected)).toBe(false))

test.each([
  ['How much is the adult ticket?', 'what does an adult ticket cost'],
  ['Can I pay by card?', 'can you pay by card?'],
  ['When should I prune my roses?', 'whats the right time to prune roses'],
  ['How long do I bake the bread?', 'for how many minutes does the bread bake'],
  ['A que temperatura asso o pão?', 'qual a temperatura para assar o pão?'],
  ['Posso trazer o meu cão?', 'oi! posso trazer meu cão comigo?'],
  ['Como remarco minha sessão de fisioterapia?', 'como eu remarco a sessão de fisioterapia'],
])('what corrects “%s” answers “%s”', (corrected, typed) => expect(isSame(typed, corrected)).toBe(true))
