import { plainLetters } from './plain-letters.ts'
import { type Topic, topicOf } from './topics.ts'

const notMeant =
  /\b(?:quoting|for (?:a|my) (?:story|novel|book|film|essay|research|character|song)|brincadeira|zoando|zoeira|(?:estava|era|tava) a (?:brincar|gozar)|enganei me|nao era a serio|citando|not about me|wasnt about me|misunderst\w+|(?:im|i am|i was|was|just|only) (?:\w+ )?(?:joking|kidding|a joke)|(?:from|in|its|it is|was) (?:just )?(?:a|the|my) (?:song|film|movie|book|novel|game|play|lyrics?|quote|poem)|figure of speech|didnt mean (?:it|that|me)|(?:talk|speak|change|something|anything) (?:\w+ ){0,3}(?:else|different|the subject)|new (?:topic|subject)|back to (?:the|your|our)|nao (?:e|era) sobre mim|entendeu (?:mal|errado)|percebeste mal|(?:era|foi|e|estava) (?:so |uma |a )*(?:brinca\w+|brincar|piada|zoa\w+)|(?:da|de|uma|de uma|do|um|de um|num|numa|no|na) (?:musica|letra|filme|livro|jogo|poema|romance)|(?:jeito|maneira|forma) de (?:falar|dizer)|nao quis dizer|(?:falar|falemos|mudar|mudando) (?:\w+ ){0,2}(?:de )?(?:outra coisa|outro assunto|assunto)|voltando (?:a|ao))\b/

/** Whether the user says that help was a misunderstanding, or asks for another subject without naming one. */
export const saysNotMeant = (message: string) => topicOf(message) !== 'urgent' && notMeant.test(plainLetters(message))

/** Asks to tell of a thing, or names one: `what is an engine`, `tell me about Rome`, `quem foi Babbage`, `me conta da sua infância`. */
const asksForThing =
  /\b(?:(?:what|who) (?:is|are|was|were)|tell(?: me)? (?:about|of|how you|what you|why you|when you)|talk about|explain|teach(?: me)?|describe|quem (?:foi|e|era|eram)|(?:o )?que (?:e|era|foi) |(?:me )?(?:fal[ae]|cont[ae]|expli(?:ca|que)|ensin[ae])(?: me)? (?:de|da|do|das|dos|sobre|uma|um|o|a)\b|ensin[ae] \w)/
/** Speaks to the persona about the persona: `where were you born`, `como foi a sua infância`. */
const asksPersona = /\b(?:you|your|voce|vc|tu|te|teu|tua|seu|sua|seus|suas)\b/
const toMe =
  /\b(?:tell|teach|show|give|sing|read)(?: it)? me\b|\bme (?=cont[ae]|fal[ae]|expli(?:ca|que)|mostr[ae]|ensin[ae]|cant[ae]|diz|diga)|(?<=\b(?:cont[ae]|fal[ae]|explica|ensin[ae]|diz)) me\b/g

/** Stems about the writer, about people who hurt or help, and about the danger itself: with one of them the subject stays. */
const stillHere = new RegExp(
  `\\b(?:${[
    'i im ive id ill me my mine myself we us he him his she her they them it this that',
    'eu me mim meus? minhas? comigo nos ele ela eles elas isso isto aquilo estou sou tenho posso devo consigo',
    'call calls called calling lines? numbers? help\\w* someone anyone person people hospital doctor\\w* police shelter\\w* chat text\\w* human real robot bot open hours funciona\\w* aberto abertas? horario care cares free cost\\w* safe\\w* friends?',
    'ligar ligo linhas? numeros? ajud\\w+ alguem pessoas? medic\\w+ policia abrigos? conversar humanos? reais voces robos? custa gratis amig\\w+',
    'dies? died dying give giving up calor\\w* kcal thin skinny diet\\w* dead death pain hurt\\w* live living life alive kill\\w* suicid\\w* pills? danger\\w* point bother heaven hell god soul forgiv\\w+ alone lonely sad cry\\w* afraid scared fear\\w* tired hope\\w* hate\\w* hits? hitting beat\\w* rape\\w* abus\\w* violen\\w* fight\\w* revenge weapons? guns? knife rope bridge jump\\w* cuts? cutting blood poison\\w* drug\\w* drink\\w* eat\\w* food vomit\\w* weight',
    'desist\\w+ emagrec\\w+ magr[oa] gord[oa] morr\\w+ morte mort[oa]s? dor doi viver vida viv[oa] mat(?:ar|a|o|ou|e|em) comprimidos? remedios? perig\\w+ segur[oa] adianta sentido ceu inferno deus alma perdo\\w+ sozinh[oa] solidao triste\\w* chor\\w+ medo cansad\\w+ esperanca odi\\w+ bat(?:e|eu|er|em|endo) estupr\\w+ violen\\w+ violou abus\\w+ lut\\w+ vinganca armas? faca corda ponte pular saltar cort\\w+ sangue veneno drog\\w+ beb\\w+ comer comida comi vomit\\w+ peso',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b`,
)
const common = new Set(
  'what when where which with about your does there would could should have been from were will also know really think quem qual quais quando onde como porque voce sobre para seus suas esse essa tem foi mais muito pode entao agora saber tell talk explain teach describe conta fala ensina explica joke piada'.split(
    ' ',
  ),
)

/** What only someone who needs help asks; the words of the other topics also occur in questions to a persona. */
const ofHelp: readonly (Topic | null)[] = ['urgent', 'unanswered', 'police', 'secret', 'cost', 'say', 'leave', 'refuse', 'called']

/** Whether a sentence clearly asks about something else: a thing or the persona, and nothing of help or distress. */
export const changesSubject = (message: string): boolean => message.split(/(?<=[.!?;\n,])\s+/).some(asksElsewhere)

function asksElsewhere(sentence: string): boolean {
  const text = plainLetters(sentence)
  const withoutMe = text.replace(toMe, (found) => (found.endsWith(' me') && /^[a-z]/.test(found) ? found.slice(0, -3) : ''))
  if (stillHere.test(withoutMe) || ofHelp.includes(topicOf(sentence))) return false
  if (!asksForThing.test(text) && !(sentence.includes('?') && asksPersona.test(text))) return false
  return withoutMe.split(' ').some((word) => word.length >= 4 && !common.has(word))
}
