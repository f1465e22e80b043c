import { plainWords } from '@duo/platform/shared/text/search-words.ts'

const foreign = {
  es: {
    words: `que quien cual cuales cuando donde como cuanto eres usted hola gracias buenos buenas dias tardes noches naciste fue fuiste tu mi
      el los las una y muy hiciste moriste vida tienes puedes hablas adios mejor nino mujer ayudar sobre del al es hay por`,
    sure: /[¿¡ñ]|\b(?:hola|gracias|dónde|quién|cuál|cuándo|usted|eres|buenos)\b/iu,
    sentence: 'Mis notas están solo en inglés y en portugués: pregúnteme en uno de los dos.',
  },
  fr: {
    words: `je tu vous nous il elle etes est es qui quoi ou comment pourquoi quand quel quelle le la les des un une bonjour bonsoir salut merci
      avez votre vos ton ta parlez avec dans pour ca va que ne pas etait mort vie`,
    sure: /\b(?:bonjour|bonsoir|salut|merci|êtes|qu[’']|est-ce|pourquoi)/iu,
    sentence: 'Mes notes ne sont qu’en anglais et en portugais : posez-moi la question dans l’une de ces langues.',
  },
  de: {
    words: `wer was wo wie warum wann wohin der die das ist bist sind du sie ich ihr dein deine ihre hallo danke guten tag morgen abend und nicht
      haben hast hat mit von vater mutter kannst geht gelebt gestorben geboren ein eine wurde`,
    sure: /ß|\b(?:hallo|danke|guten|warum|wer|bitte)\b/iu,
    sentence: 'Meine Notizen gibt es nur auf Englisch und Portugiesisch: Fragen Sie mich in einer dieser Sprachen.',
  },
  it: {
    words: `chi che cosa dove come perche quando sei ciao grazie buongiorno buonasera il lo gli di del della tuo tua sono hai nato stai parli era
      quale quanto anni una un e`,
    sure: /\b(?:ciao|grazie|buongiorno|buonasera|perché|chi sei|cosa)\b/iu,
    sentence: 'I miei appunti sono solo in inglese e in portoghese: mi faccia la domanda in una di queste lingue.',
  },
} as const

const languages = Object.values(foreign).map(({ words, sure, sentence }) => ({
  words: new Set(words.split(/\s+/)),
  sure,
  sentence,
}))

const enough = 3

/** Returns the sentence in the message's language that no notes exist in it; null for English and Portuguese. */
export function foreignLanguage(message: string, ownWordCount: number): string | null {
  const words = plainWords(message)
  const counted = languages.map(({ words: markers, sure, sentence }) => {
    const matches = words.filter((word) => markers.has(word)).length
    const isSure = sure.test(message)
    return { score: isSure ? matches + 1.5 : matches, isSure, sentence }
  })
  const [best] = counted.toSorted((one, other) => other.score - one.score)
  // a few words shared between languages prove nothing
  return best && best.score > ownWordCount && (best.isSure || best.score >= enough) ? best.sentence : null
}
