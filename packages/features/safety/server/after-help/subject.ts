import { plainLetters } from '../plain-letters.ts'

const notMeant =
  /\b(?:not about me|wasnt about me|misunderst\w+|(?:im|i am|i was|was|just|only) (?:\w+ )?(?:joking|kidding|a joke)|(?:from|in|its|it is|was) (?:just )?(?:a|the|my) (?:song|film|movie|book|novel|game|play|lyrics?|quote|poem)|figure of speech|didnt mean (?:it|that|me)|(?:talk|speak|change|something|anything) (?:\w+ ){0,3}(?:else|different|the subject)|new (?:topic|subject)|back to (?:the|your|our)|nao (?:e|era) sobre mim|entendeu (?:mal|errado)|percebeste mal|(?:era|foi|e|estava) (?:so |uma |a )*(?:brinca\w+|brincar|piada|zoa\w+)|(?:da|de|uma|de uma|do|um|de um|num|numa|no|na) (?:musica|letra|filme|livro|jogo|poema|romance)|(?:jeito|maneira|forma) de (?:falar|dizer)|nao quis dizer|(?:falar|falemos|mudar|mudando) (?:\w+ ){0,2}(?:de )?(?:outra coisa|outro assunto|assunto)|voltando (?:a|ao))\b/

/** Whether the user says that help was a misunderstanding, or asks for another subject without naming one. */
export const saysNotMeant = (message: string) => notMeant.test(plainLetters(message))

const request =
  /^(?:so |and |ok |e |entao |agora )*(?:who|what|when|where|which|how|tell|explain|show|describe|teach|recite|sing|quem|que|qual|quais|quando|onde|como|cont[ae]|fal[ae]|expli(?:ca|que)|mostr[ae]|ensin[ae]|recit[ae]|cant[ae])\b/
const requestToMe =
  /\b(?:tell|teach|show|give|sing|read)(?: it)? me\b|\bme (?:cont[ae]|fal[ae]|expli(?:ca|que)|mostr[ae]|ensin[ae]|cant[ae]|diz|diga)\b/g

/** Stems about the writer, about people who hurt or help, and about the danger itself: with one of them the subject stays. */
const stillHere = new RegExp(
  `\\b(?:${[
    'i im ive id ill me my mine myself we us he him his she her they them it this that',
    'eu me mim meus? minhas? comigo nos ele ela eles elas isso isto aquilo estou sou tenho posso devo consigo',
    'call\\w* lines? numbers? help\\w* someone anyone person people hospital doctor\\w* police shelter\\w* talk\\w* chat text\\w* human real robot bot open hours funciona\\w* aberto abertas? horario care cares free cost\\w* safe\\w* friends?',
    'ligar ligo linhas? numeros? ajud\\w+ alguem pessoas? medic\\w+ policia abrigos? falar conversar humanos? reais voces robos? custa gratis amig\\w+',
    'dies? died dying dead death pain hurt\\w* live living life alive kill\\w* suicid\\w* pills? danger\\w* point bother heaven hell god soul forgiv\\w+ alone lonely sad cry\\w* afraid scared fear\\w* tired hope\\w* hate\\w* hits? hitting beat\\w* rape\\w* abus\\w* violen\\w* fight\\w* revenge weapons? guns? knife rope bridge jump\\w* cuts? cutting blood poison\\w* drug\\w* drink\\w* eat\\w* food vomit\\w* weight',
    'morr\\w+ morte mort[oa]s? dor doi viver vida viv[oa] mat(?:ar|a|o|ou|e|em) comprimidos? remedios? perig\\w+ segur[oa] adianta sentido ceu inferno deus alma perdo\\w+ sozinh[oa] solidao triste\\w* chor\\w+ medo cansad\\w+ esperanca odi\\w+ bat(?:e|eu|er|em|endo) estupr\\w+ violen\\w+ violou abus\\w+ lut\\w+ vinganca armas? faca corda ponte pular saltar cort\\w+ sangue veneno drog\\w+ beb\\w+ comer comida comi vomit\\w+ peso',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b`,
)
const common = new Set(
  'what when where which with about your does there would could should have been from were will also know really think quem qual quais quando onde como porque voce sobre para seus suas esse essa tem foi mais muito pode entao agora saber tell'.split(
    ' ',
  ),
)

/** Whether the message clearly asks about something else: a request that names a thing, and nothing of help or distress. */
export function changesSubject(message: string): boolean {
  const text = plainLetters(message).replace(requestToMe, 'tell')
  if (!(message.includes('?') || request.test(text)) || stillHere.test(text)) return false
  return text.split(' ').some((word) => word.length >= 4 && !common.has(word))
}
