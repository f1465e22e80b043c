import { expect, test } from 'vitest'
import { changesSubject, saysNotMeant } from './subject.ts'
import { topicOf } from './topics.ts'

test.each([
  ['where', 'where can i go?', 'onde eu posso ir?'],
  ['why', 'why should i call?', 'pra que ligar?'],
  ['police', 'will they send the police?', 'eles vão mandar a polícia?'],
  ['police', 'they will take my kids', 'vão tirar meus filhos'],
  ['unanswered', 'nobody answers', 'ninguém atende'],
  ['unanswered', 'they put me on hold', 'só dá ocupado'],
  ['write', 'can i write instead?', 'posso escrever?'],
  ['write', "i can't talk, he would hear me", 'tenho medo que ele ouça'],
  ['say', 'what do i say?', 'o que eu digo?'],
  ['friend', 'it is about a friend', 'é sobre uma amiga'],
  ['fight', 'how do i fight back?', 'como eu revido?'],
  ['refuse', "i don't want to", 'não quero'],
  ['cost', 'is it free?', 'quanto custa?'],
  ['open', 'are they open now?', 'funciona de madrugada?'],
  ['secret', 'will my parents find out?', 'meus pais vão saber?'],
  ['secret', 'i dont want my mum to know', 'não quero que a minha mãe saiba'],
  ['cpr', 'how do i do cpr if he stops breathing', 'n tá acordando nem com beliscão'],
  ['throat', 'my throat is still sore and my voice sounds weird', 'a minha garganta dói'],
  ['minor', 'im 13 can i even call', 'tenho 12 anos'],
  ['called', "it's over, he's safe, we're at the hospital", 'ela está bem, o médico disse que já passou o perigo'],
  ['better', 'does it get better?', 'isso vai passar?'],
  ['enough', 'is it my fault?', 'a culpa é minha?'],
  ['you', 'can you stay with me?', 'você fica comigo?'],
  ['called', 'i called them', 'liguei para eles'],
  ['thanks', 'ok', 'obrigada'],
  ['urgent', "actually it wasn't a joke", 'não estava a brincar'],
  ['urgent', 'hes banging on the door', 'ele chegou'],
  ['firstAid', 'should i throw up', 'é melhor vomitar?'],
  ['fine', 'i feel fine though', 'estou bem agora'],
  ['pictures', 'if i pay will it stop', 'e se eu pagar'],
  ['crime', 'is that even a crime', 'isso é crime?'],
  ['pregnant', 'could i be pregnant', 'posso engravidar?'],
  ['police', 'would they take my brother away', 'tenho de ir à polícia?'],
  ['called', 'i will call my sister', 'vou ligar à minha irmã'],
] as const)('after help, “%s” answers “%s” and “%s”', (topic, english, portuguese) => {
  for (const message of [english, portuguese]) {
    expect(topicOf(message)).toBe(topic)
    expect(changesSubject(message)).toBe(false)
    expect(saysNotMeant(message)).toBe(false)
  }
})

test.each([
  'Who was Babbage?',
  'What is an engine?',
  'Where were you born?',
  'tell me about Rome',
  'Can you sing a samba?',
  'Quem foi Babbage?',
  'como foi a sua infância?',
  'me conta uma história da sua infância',
  'ensina matemática',
  'ok forget it. what was the analytical engine?',
  'ok lets talk about painting',
  'anyway, tell me how you discovered radium',
  'fala-me das crónicas',
  'valeu, quem foi Joaquim Callado?',
])('“%s” changes the subject', (message) => {
  expect(changesSubject(message)).toBe(true)
})

test.each([
  '?',
  'what now?',
  'why?',
  'what would you do?',
  'do you believe in heaven?',
  'were you ever lonely?',
  'how did you win the fight?',
  'where is a shelter?',
  'i am so tired',
  'he is in the kitchen',
  'e agora?',
  'por quê?',
  'o céu existe?',
  'como você venceu a luta?',
  'vocês são reais?',
  'estou na rua',
  'did you ever want to give up, marie?',
  'how many calories in an apple',
  'how long is the wait',
  'what if they lock me up',
  'tell me a joke',
  'conta uma piada',
  'homem também pode?',
  'medida protetiva?',
  'como saio de casa',
  'paga-se?',
  'estão abertos agora?',
  'devo levá-lo às urgências',
  'vão mandar a GNR cá a casa?',
])('“%s” stays with the person', (message) => {
  expect(changesSubject(message)).toBe(false)
  expect(saysNotMeant(message)).toBe(false)
})

test.each([
  'it was a song',
  'i was joking',
  "that's not about me",
  "let's talk about something else",
  'era só uma música',
  'foi brincadeira',
  'não é sobre mim',
  'vamos mudar de assunto',
  'i was quoting a song',
  'its for a story im writing',
  'brincadeira kkk',
  'estava a gozar',
])('“%s” says that help was a misunderstanding', (message) => {
  expect(saysNotMeant(message)).toBe(true)
})
