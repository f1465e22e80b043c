import { splitQuestions } from '@duo/engine/language/plain-message.ts'

const asks = [
  '(?:who|what|when|where|why|how|which|do|does|can|could|will|is|are|am i|should|tell me|explain|show me',
  '(?:para |pra )?(?:quem|que)|o que|oq|qual|quais|quando|onde|por ?qu[eê]|pq|como|quant[oa]s?',
  'posso|pode|podem|preciso|precisa|serve|funciona|d[aá] (?:para|pra|certo)|será|me (?:explica|explique|fala|fale|conta|conte))',
].join('|')
/** They begin as many statements as questions: “já tenho um blog”, “é pequena”. */
const mayAsk = '(?:é|já|tem|isso)'
const joint = new RegExp(`(?:[,;:]|\\s(?:and|but|so|e|mas|então))\\s+(?=(?:${asks}|${mayAsk})(?![\\p{L}]))`, 'iu')
const begins = (words: string) => new RegExp(`^\\W*${words}(?![\\p{L}])`, 'iu')
const [asksFirst, mayAskFirst] = [begins(asks), begins(mayAsk)]
/** A quotation, or what others ask: “people ask me how to eat and when to sleep”. */
const isWhole = /["“”«]|\b(?:ask|asks|asking|wonder|wants? to know|pergunt\p{L}+|quer(?:em)? saber|saber)\b/iu

/** Splits a visitor's message into its questions, also those of one sentence: “I teach yoga, how much is it and do I need to code?”. */
export function questionParts(message: string): string[] {
  return splitQuestions(message).flatMap((sentence) => {
    const pieces = isWhole.test(sentence) ? [] : sentence.split(joint)
    const last = pieces.length - 1
    const questions = pieces.filter((piece, place) => asksFirst.test(piece) || (place === last && mayAskFirst.test(piece)))
    return last > 0 && questions.length > 0 ? questions : [sentence]
  })
}
