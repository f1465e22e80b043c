import { splitQuestions } from '@duo/engine/language/plain-message.ts'

const asksFirst = [
  '(?:who|what|when|where|why|how|which|do|does|can|could|will|is|are|am i|should|tell me|explain|show me',
  '(?:para |pra )?(?:quem|que)|o que|oq|qual|quais|quando|onde|por ?qu[eê]|pq|como|quant[oa]s?',
  'posso|pode|podem|preciso|precisa|serve|funciona|tem|d[aá] (?:para|pra|certo)|será|é|já|isso|me (?:explica|explique|fala|fale|conta|conte))',
].join('|')
const joint = new RegExp(`(?:[,;:]|\\s(?:and|but|so|e|mas|então))\\s+(?=${asksFirst}(?![\\p{L}]))`, 'iu')
const start = new RegExp(`^\\W*${asksFirst}(?![\\p{L}])`, 'iu')

/** Splits a visitor's message into its questions, also those of one sentence: “I teach yoga, how much is it and do I need to code?”. */
export function questionParts(message: string): string[] {
  return splitQuestions(message).flatMap((sentence) => {
    const pieces = sentence.split(joint)
    const questions = pieces.filter((piece) => start.test(piece))
    return pieces.length > 1 && questions.length > 0 ? questions : [sentence]
  })
}
