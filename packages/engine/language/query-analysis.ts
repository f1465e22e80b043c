import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { languageMarkers } from './lexicon.ts'
import { messageWords } from './plain-message.ts'

export const countMarkers = (text: string, language: Locale): number =>
  messageWords(text).filter((word) => languageMarkers[language].has(word)).length

/** Detects the language by common words and letters; null if unknown. */
export function languageOf(message: string): Locale | null {
  // `com` is a Portuguese word, and no language of a link
  const text = message.replace(/\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/gi, ' ')
  const letters = (text.match(/[ãõçáéíóúâêôà]/giu) ?? []).length
  const [en, pt] = [countMarkers(text, 'en'), countMarkers(text, 'pt') + letters]
  return en === pt ? null : en > pt ? 'en' : 'pt'
}

export const leadIns: Record<Locale, RegExp> = {
  en: /\b(?:quick question|(?:i have )?a question|what (?:do|did|would) you (?:think|feel|believe|say) (?:of|about)|(?:do|did) you (?:think|believe) (?:that)?|(?:can|could|would) you (?:please )?(?:tell|explain|describe|talk)|i (?:want|would like|d like) to (?:know|hear|learn)|what is it like|in your (?:opinion|own words|view)|give me (?:an? )?(?:summary|overview) of|are you the one who|is it true (?:that)?)\b/g,
  pt: /\b(?:o que (?:voce |vc |o senhor |a senhora )?(?:acha|achava|pensa|pensava|diz|sente) (?:d[aoe]s?|sobre)|(?:voce |vc )?(?:pode|poderia) (?:me )?(?:contar|falar|explicar|dizer)|(?:eu )?(?:quero|queria|gostaria de) (?:saber|ouvir|aprender)|na sua (?:opiniao|visao)|e verdade (?:que)?|voce acha que)\b/g,
}

const pointers: Record<Locale, RegExp> = {
  en: /\b(?:it|its|he|him|his|she|her|they|them|their)\b/,
  pt: /\b(?:isso|isto|ele|ela|eles|elas|dele|dela|deles|delas|nisso|disso|nele|nela)\b/,
}

const personPronouns: Record<Locale, RegExp> = {
  en: /\b(?:he|him|his|she|her|they|them|their)\b/,
  pt: /\b(?:ele|ela|eles|elas|dele|dela|deles|delas|nele|nela)\b/,
}

/** Whether a question refers to something only by pronoun: "when did she die?", "e quem o ajudou?" */
export const hasAnaphora = (question: string, language: Locale) => pointers[language].test(messageWords(question).join(' '))

export const mentionsOtherPerson = (question: string, language: Locale) =>
  personPronouns[language].test(messageWords(question).join(' '))

/** Whether a question may depend on the previous one: "and in Turin?" */
export function isFollowUp(question: string): boolean {
  const words = plainWords(question)
  return words.length <= 6 || /^(?:and|but|so|e|mas)$/.test(words[0] ?? '')
}
