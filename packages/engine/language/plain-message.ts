import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import abbreviations from './abbreviations.json' with { type: 'json' }
import { languageMarkers } from './lexicon.ts'

/** None may be a word of the other language. */
const longForms = new Map(Object.entries(abbreviations).map(([short, long]) => [short, long.split(' ')]))

const filler =
  /^(?:lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|(?:hua){2,}|k{2,}|(?:rs){1,}|omg|yo|btw|tbh|kinda|bro|dude|bruh|ne|uai|po|mano|tipo|hein|gente|eita)$/

/** Returns the words without accents and Markdown, with abbreviations expanded. */
export function messageWords(message: string): string[] {
  const text = message.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  const words = plainWords(text)
  // "q" is short for "question" in English and for "que" in Portuguese
  const isPortuguese = words.some((word) => languageMarkers.pt.has(longForms.get(word)?.[0] ?? word))
  const content = words.filter((word) => !filler.test(word))
  return (content.length > 0 ? content : words).flatMap((word) =>
    word === 'q' ? [isPortuguese ? 'que' : 'question'] : (longForms.get(word) ?? [word]),
  )
}

export const expandAbbreviations = (text: string) => text.replace(/[a-z]+/g, (word) => longForms.get(word)?.join(' ') ?? word)

const asksFirst =
  '(?:who|whom|whose|what|when|where|why|how|which|did|do|does|were|was|are|is|have|had|can|could|would|tell|explain|describe|quem|o que|que|qual|quais|quando|onde|aonde|por ?qu[eê]|porque|como|quant[oa]s?|com quant[oa]s|em que|de onde|cont[ae]|fal[ae]|expli(?:ca|que)|voc[eê]|vc|pq|oq)'
const questionStart = new RegExp(
  `^\\W*(?:(?:and|but|so|also|then|please|e|mas|ent[aã]o|tamb[eé]m)[, ]+)*${asksFirst}(?![\\p{L}])`,
  'iu',
)
const joint =
  /(?:,| and| e|;)\s+(?:and |e )?(?=(?:who|whom|when|where|why|how|what|which|quem|quando|onde|aonde|por ?que|como|qual|quais|quant[oa]s?|com quant[oa]s|o que|em que|de onde)\s)/giu

const maxQuestions = 3
/** In words; in longer messages, only the questions are searched for. */
export const storyWords = 25
/** In words; shorter questions need the previous sentence as context. */
const minQuestionWords = 4

/** Returns up to three questions of a message, or the whole message if there is at most one. */
export function splitQuestions(message: string): string[] {
  const sentences = message
    .split(/(?<=[.!?…])\s+(?![^“]*”)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  const questions = sentences.flatMap((sentence, place) => {
    const isQuestion = sentence.endsWith('?') || questionStart.test(sentence)
    if (!isQuestion) return []
    const before = lengthOf(sentence) < minQuestionWords ? sentences[place - 1] : undefined
    const isStory = before !== undefined && !before.endsWith('?')
    return [isStory ? `${before} ${sentence}` : sentence]
  })
  const split = questions.flatMap(parts)
  if (split.length > 1) return split.slice(-maxQuestions)
  const [only] = split
  return only !== undefined && (lengthOf(message) > storyWords || lengthOf(only) >= minQuestionWords - 1) ? [only] : [message]
}

function parts(sentence: string): string[] {
  const pieces = sentence.split(joint).map((piece) => piece.trim())
  const apart =
    pieces.length > 1 && questionStart.test(pieces[0] ?? '') && pieces.every((piece) => lengthOf(piece) >= minQuestionWords - 1)
  return apart ? pieces : [sentence]
}

const lengthOf = (text: string) => plainWords(text).length
