import type { Source } from '../../../chat/schema.ts'
import type { Responder, ResponsePart } from '../../../chat/server/agent-directory.ts'
import { citedIn, claimsItsOwn, completeSentences, isBorneOut } from './support.ts'

interface Options {
  /** The creator gets the sentences that are left out. */
  isCreator: boolean
  /** Names that need no passage: of the agent and in the question. */
  known: string
  /** False for general knowledge, of which only numbers are left out. */
  checksNames: boolean
  /** Whether a sentence that claims something must cite a passage. */
  needsCitation: boolean
  /** Replies if nothing of the model's text is left. */
  instead: Responder
}

const textOf = ({ title, text }: Source) => `${title}\n${text ?? ''}`

/** Lets a model's sentences through one by one, if the passages that they cite bear them out. */
export const supportedReply = (model: Responder, { isCreator, known, checksNames, needsCitation, instead }: Options): Responder =>
  async function* (input, signal) {
    let [pending, shown] = ['', '']
    let sources: readonly Source[] = []
    let cited = new Set<number>()
    let unsupported: string[] = []

    function* check(sentences: readonly string[]): Generator<ResponsePart> {
      for (const sentence of sentences) {
        const own = citedIn(sentence)
        for (const number of own) cited.add(number)
        const numbers = own.length > 0 ? own : [...cited]
        const cites = numbers.flatMap((number) => sources[number - 1] ?? []).map(textOf)
        const { language } = input
        const lacksPlace =
          needsCitation && own.length === 0 && claimsItsOwn(sentence, { texts: [...sources.map(textOf), known], language })
        if (sentence.trim() === '' || (!lacksPlace && isBorneOut(sentence, { cited: cites, known, checksNames }))) {
          shown += sentence
          yield { type: 'text', text: sentence }
        } else {
          unsupported = [...unsupported, sentence.trim()]
          if (isCreator) yield { type: 'unsupported', sentences: unsupported }
        }
      }
    }
    for await (const part of model(input, signal)) {
      if (part.type === 'text') {
        const { sentences, rest } = completeSentences(pending + part.text)
        pending = rest
        yield* check(sentences)
      } else if (part.type === 'restart') {
        ;[pending, shown, sources, cited, unsupported] = ['', '', [], new Set(), []]
        yield part
      } else if (part.type === 'sources') {
        sources = part.sources
        yield part
      } else if (part.type === 'done') {
        yield* check([pending])
        if (shown.trim() === '' && unsupported.length > 0) {
          yield { type: 'sources', sources: [] }
          yield* instead(input, signal)
          return
        }
        yield part
      } else yield part
    }
  }
