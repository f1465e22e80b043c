import { expect, test } from 'vitest'
import { thirdPerson, withReferents } from './referents.ts'

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
  [
    'e ela chegou a ser construida?',
    'o que vc escreveu sobre a máquina do Synesius',
    'Minha mãe leu.',
    'pt',
    'e maquina chegou a ser construida',
  ],
  ['você também perdeu a sua né', 'perdi minha esposa', 'Sinto muito.', 'pt', 'voce tambem perdeu esposa'],
  ['did you meet them', 'who flew first, you or the wright brothers', 'They did.', 'en', 'did you meet wright brothers'],
  ['why did it fail?', 'and the machine?', 'It failed.', 'en', 'why did it fail?'],
  ['was your father strict with him', 'x', 'My brother.', 'en', 'was your father strict with him'],
] as const)('“%s” after “%s” and “%s” (%s) means “%s”', (question, before, reply, language, meant) => {
  expect(withReferents(question, { before: [before], reply, names, own, language })).toBe(meant)
})

test.each([
  ['quantos anos ela tinha', 'pt', 'she'],
  ['how old was your dad?', 'en', 'he'],
  ['e seus filhos?', 'pt', 'they'],
  ['how old were you when you met him', 'en', null],
  ['quantos anos ela tinha quando vc saiu', 'pt', 'she'],
] as const)('“%s” (%s) is about %j', (question, language, who) => {
  expect(thirdPerson(question, language)).toBe(who)
})
