import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import patterns from './advice.json' with { type: 'json' }

export type Advice = keyof typeof patterns.fields

/** Patterns apply to lower-case text without accents, with single spaces. */
const whole = (alternatives: readonly string[]) => new RegExp(`(?<!\\w)(?:${alternatives.join('|')})(?!\\w)`)

/** The user or someone they know, not the persona. */
const ownCase = whole(patterns.ownCase)
const asks = whole(patterns.asks)
const fields = keysOf(patterns.fields).map((field) => [field, whole(patterns.fields[field])] as const)

/** Detects a request for advice about the user's own case. Questions about the persona's life do not count. */
export function detectAdvice(message: string): Advice | null {
  const text = plainWords(message).join(' ')
  if (!ownCase.test(text) || !asks.test(text)) return null
  return fields.find(([, words]) => words.test(text))?.[0] ?? null
}

/** Minimum coverage of a story told after the disclaimer. Higher for money and law, whose words occur in many notes. */
export const minAdviceCoverage: Readonly<Record<Advice, number>> = { medical: 0.5, legal: 0.65, money: 0.65 }

export const opinion =
  /\b(?:what (?:do|would|did) you (?:think|say|make)|your (?:opinion|view|thoughts)|acha|acharia|pensa|pensaria|diria|sua opiniao)\b/
export const worldViewQuestions = { en: 'what do you think of the world today?', pt: 'o que você acha do mundo de hoje?' }

/** Users who describe their life may get the agent's general advice. */
export const ownLife =
  /\b(?:i (?:am|m|was|have|ve|feel|want|keep|need|hate|work|study|write|paint|draw|just|can t|cannot)|my (?:\w+ )?(?:boss|job|work|coworker|colleague|teacher|professor|parents|mom|mum|dad|mother|father|sister|brother|friend|exam|test|class|school|startup|team|pi|wife|husband|girlfriend|boyfriend|kid|kids|son|daughter|child|children|students?|pupils?|boss|landlord|neighbou?r)|any (?:tips|advice)|advice for|what should i|how (?:do|can|should) i|would you (?:say|tell) to|eu (?:sou|estou|tenho|quero|preciso|trabalho|estudo|escrevo|fico|nao|acho)|quero|preciso|estou|briguei|escrevo|estudo|trabalho|(?:meu|minha) (?:\w+ )?(?:chefe|trabalho|colega|professora?|pais|mae|pai|irma|irmao|amig[ao]|prova|aula|escola|time|equipe|marido|mulher|filh[ao])|alguma dica|me da (?:dicas|um conselho)|conselho para|o que (?:voce )?(?:faria|diria)|no meu lugar)\b/
export const adviceQuestions = { en: 'what advice would you give a beginner?', pt: 'que conselho você dá a quem começa?' }
