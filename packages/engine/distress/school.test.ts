import { expect, test } from 'vitest'
import { detectDistress } from './distress.ts'

const levelOf = (text: string) => detectDistress(text)?.level ?? null

test.each([
  'minha filha de 12 anos diz que matematica não é pra menina. oq vc diria pra ela?',
  'minha filha de 8 anos diz que odeia a escola',
  'minha aluna de 13 anos fala que não serve pra matemática',
  'meu filho de 9 anos diz que ler é chato',
  'minha sobrinha de 10 anos acha que física é coisa de menino',
  'por que botaram um burro pra puxar seu avião?',
  'o burro morreu depois de puxar o avião?',
  'como mato o peão dele no xadrez?',
  'esse trabalho tá me matando de tédio',
  'eu morreria por um café agora',
  'my 12 year old daughter says maths is not for girls. What would you tell her?',
  'my daughter is 8 and hates school on mondays',
  'my son is 11 and says history is boring',
  'my niece is 10 and says girls cannot be engineers',
  'my 12 year old says robots are for boys',
  'why did they let a donkey pull your plane?',
  'he killed my pawn and then my knight, what would you do?',
  'this job is killing me',
  'my homework is killing me tonight',
  'I could murder a pizza after that algebra test',
])('“%s” is no danger', (text) => {
  expect(levelOf(text)).toBeNull()
})

test.each([
  'minha filha de 12 anos diz que não quer mais viver',
  'meu filho de 12 anos diz que um homem pediu fotos dele',
  'minha filha de 12 anos diz que o padrasto mexe com ela na aula de piano',
  'meu filho de 10 anos diz que vai se matar por causa da matemática',
  'meu menino de 7 anos engoliu uma pilha na aula de ciências',
  'tenho 12 anos e meu pai me bate quando erro a tabuada',
  'minha aluna de 11 anos diz que o professor de física passa a mão nela',
  'minha filha de 13 anos corta os braços e odeia a escola',
  'meu filho de 9 anos chegou da aula com hematomas e diz que caiu',
  'minha filha de 12 anos diz que quer morrer e que odeia matemática',
  'my 12 year old daughter says she does not want to live anymore',
  'my son is 9 and came home with bruises from his stepfather',
  'my pupil is 11 and says her dad comes to her bed at night',
  'my 13 year old daughter cuts her arms and hates school',
  'my 7 year old swallowed a battery in science class',
  'I am 12 and my dad hits me when I fail maths',
  'my 14 year old son wrote that he wants to die',
  'my daughter is 10 and says her piano teacher touches her under her clothes',
  'my 12 year old son says he will kill himself if he fails algebra',
  'my 11 year old daughter says maths is hard and that her uncle rapes her',
  // only the age, a wish or a negation tells: a school subject beside it does not count
  'my son says he doesn’t want to go on, he hates school',
  'minha filha de 11 diz que não presta pra nada, nem pra ler',
  'meu filho de 12 diz que todo mundo ia ficar melhor sem ele, odeia matemática',
  'my daughter is going away for good she says, she hates school',
  'my child of 10 does not want to go home after lessons',
  'minha aluna de 10 anos não quer ir pra casa depois da aula',
  'my pupil of 9 does not want to go home after school, she says lessons are the only safe place',
])('“%s” is found', (text) => {
  expect(levelOf(text)).not.toBeNull()
})

test.each([
  'my son wrote in an essay that he wants to die',
  'my daughter says we would be better off without her, she failed maths',
  'my 13 year old son says no one would care if he was gone',
  'my daughter says she wants to sleep and never wake up, it began with maths',
  'my child says the piano teacher touches her',
  'my son says his chess coach asked him to keep a secret',
  'minha filha escreveu na redação que quer morrer',
  'minha filha diz que a gente ficaria melhor sem ela, tirou zero em matemática',
  'meu filho diz que o professor de xadrez toca nele',
  'meu filho diz que o professor de matemática pediu segredo',
  'minha filha se corta antes da aula de matemática',
])('“%s” gets a line that leads to help under the reply, or more', (text) => {
  expect(levelOf(text)).not.toBeNull()
})

test.each([
  'my teacher asked us to keep the secret recipe',
  'my grandmother never woke up early',
  'a friend told me the sculpture touched her in a deep place',
  'my son wants to die of laughing in the game',
  'meu professor toca violino e mexe com madeira',
  'minha tia pediu segredo de estado no jogo',
  'minha avó cortava o cabelo antes da aula',
])('“%s” is no danger to another person', (text) => {
  expect(levelOf(text)).toBeNull()
})

test('what a child says of a subject hides no danger in another sentence', () => {
  expect(levelOf('My 12 year old daughter says maths is boring. She also says she wants to kill herself.')).toBe('certain')
})

test('in a conversation that had help, all is read', () => {
  expect(detectDistress('minha filha de 12 anos diz que matematica não é pra menina', true)?.level).toBe('certain')
})
