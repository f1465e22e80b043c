import { m } from '@duo/platform/i18n/messages.ts'
import { estimateTokens } from '@duo/platform/server/model.ts'
import type { Note, ResponderInput, ResponsePart } from '../agent-directory.ts'
import { createJsonFilter } from '../model-output/json-reply.ts'
import { createCitationFilter } from './citations.ts'
import { leakFilterFor } from './prompt.ts'

/** A step between a model and the reader. Synchronous, because a reply has hundreds of pieces. */
export interface ReplyFilter {
  add: (part: ResponsePart) => ResponsePart[]
  /** What was held back of an answer that breaks off. */
  broken: () => ResponsePart[]
}

/** Everything that a model's answer passes through. After its `done`, which a leak brings early, nothing may follow. */
export function createReplyFilters(input: ResponderInput, notes: readonly Note[]): ReplyFilter {
  const json = createJsonFilter()
  const leaks = createInstructionFilter(input, notes)
  const citations = createCitationNumbers(notes)
  return {
    add: (part) => json.add(part).flatMap(leaks.add).flatMap(citations.add),
    broken: () => [...leaks.broken().flatMap(citations.add), ...citations.broken()],
  }
}

const textParts = (text: string): ResponsePart[] => (text === '' ? [] : [{ type: 'text', text }])

/** Cuts an answer where it starts to repeat its instructions, and appends a fixed sentence. */
function createInstructionFilter(input: ResponderInput, notes: readonly Note[]): ReplyFilter {
  let filter = leakFilterFor(input, notes)
  let length = 0
  let isEmpty = true
  const show = (text: string): ResponsePart[] => {
    if (text !== '') isEmpty = false
    return textParts(text)
  }
  const addText = (piece: string): ResponsePart[] => {
    length += piece.length
    const { text, hasLeak } = filter.add(piece)
    const shown = show(text)
    if (!hasLeak) return shown
    const refusal = m.chat_reply_instructions({}, { locale: input.language })
    return [
      ...shown,
      { type: 'text', text: isEmpty ? refusal : `\n\n${refusal}` },
      { type: 'done', tokens: estimateTokens(length), origin: 'model' },
    ]
  }
  return {
    add(part) {
      if (part.type === 'text') return addText(part.text)
      if (part.type === 'done') return [...show(filter.end()), part]
      if (part.type === 'restart') {
        filter = leakFilterFor(input, notes)
        isEmpty = true
      }
      return [part]
    },
    broken: () => show(filter.end()),
  }
}

/** Renumbers the citations and says which notes they name. */
function createCitationNumbers(notes: readonly Note[]): ReplyFilter {
  let filter = createCitationFilter(notes.length)
  const toParts = ({ text, isNew }: ReturnType<typeof filter.add>): ResponsePart[] => {
    if (!isNew) return textParts(text)
    const cited = filter.cited().flatMap((index) => notes[index] ?? [])
    return [
      { type: 'sources', sources: cited.map(({ id, title, source, text }) => ({ ...(id && { id }), title, source, text })) },
      ...textParts(text),
    ]
  }
  return {
    add(part) {
      if (part.type === 'text') return toParts(filter.add(part.text))
      if (part.type !== 'restart') return [...toParts(filter.end()), part]
      filter = createCitationFilter(notes.length)
      return [part, { type: 'sources', sources: [] }]
    },
    broken: () => toParts(filter.end()),
  }
}
