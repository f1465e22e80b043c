import { expect, test } from 'vitest'
import { withReferents } from './referents.ts'

const names = new Map([
  ['synesius', 'Synesius'],
  ['cyrene', 'Cyrene'],
  ['hypatia', 'Hypatia'],
])
const own = new Set(['hypatia'])

test.each([
  ['did u ever meet him', 'did your mum make you study because of your dad?', 'No.', 'en', 'did you ever meet dad'],
  ['how old was she', 'and your sister?', 'My mother drew.', 'en', 'how old was sister'],
  ['what happened to him', 'who was your best pupil, Hypatia?', 'From Cyrene came Synesius.', 'en', 'what happened to synesius'],
  ['qual era o nome dela', 'e sua mãe?', 'Nada.', 'pt', 'qual era o nome mae'],
  ['vc perdoou ele?', 'seu pai te vendeu?', 'Sim.', 'pt', 'voce perdoou pai'],
  ['why did it fail?', 'and the machine?', 'It failed.', 'en', 'why did it fail?'],
  ['was your father strict with him', 'x', 'My brother.', 'en', 'was your father strict with him'],
] as const)('“%s” after “%s” and “%s” (%s) means “%s”', (question, before, reply, language, meant) => {
  expect(withReferents(question, { before, reply, names, own, language }).meant).toBe(meant)
})
