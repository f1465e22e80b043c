import { m } from '@duo/platform/i18n/messages.ts'
import { estimateTokens } from '@duo/platform/server/model.ts'
import type { Note, ResponderInput, ResponsePart } from '../agent-directory.ts'
import { createCitationFilter } from './citations.ts'
import { leakFilterFor } from './prompt.ts'

/** Cuts an answer where it starts to repeat its instructions, appends a fixed sentence and aborts the call. */
export async function* withoutInstructions(
  parts: AsyncIterable<ResponsePart>,
  input: ResponderInput,
  notes: readonly Note[],
): AsyncGenerator<ResponsePart> {
  let filter = leakFilterFor(input, notes)
  let length = 0
  let isEmpty = true
  const text = (shown: string): ResponsePart[] => {
    if (shown === '') return []
    isEmpty = false
    return [{ type: 'text', text: shown }]
  }
  try {
    for await (const part of parts) {
      if (part.type === 'done') {
        yield* text(filter.end())
        yield part
      } else if (part.type === 'restart') {
        filter = leakFilterFor(input, notes)
        isEmpty = true
        yield part
      } else if (part.type !== 'text') yield part
      else {
        length += part.text.length
        const { text: shown, hasLeak } = filter.add(part.text)
        yield* text(shown)
        if (!hasLeak) continue
        const refusal = m.chat_reply_instructions({}, { locale: input.language })
        yield { type: 'text', text: isEmpty ? refusal : `\n\n${refusal}` }
        yield { type: 'done', tokens: estimateTokens(length), origin: 'model' }
        return
      }
    }
  } catch (error) {
    yield* text(filter.end())
    throw error
  }
}

/** Renumbers the citations and says which notes they name. */
export async function* withCitations(parts: AsyncIterable<ResponsePart>, notes: readonly Note[]): AsyncGenerator<ResponsePart> {
  let filter = createCitationFilter(notes.length)
  const toParts = ({ text, isNew }: ReturnType<typeof filter.add>): ResponsePart[] => {
    const sources = filter.cited().flatMap((index) => notes[index] ?? [])
    return [
      ...(isNew
        ? [{ type: 'sources' as const, sources: sources.map(({ title, source, text }) => ({ title, source, text })) }]
        : []),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ]
  }
  try {
    for await (const part of parts) {
      if (part.type === 'text') yield* toParts(filter.add(part.text))
      else if (part.type === 'restart') {
        filter = createCitationFilter(notes.length)
        yield part
        yield { type: 'sources', sources: [] }
      } else {
        yield* toParts(filter.end())
        yield part
      }
    }
  } catch (error) {
    yield* toParts(filter.end())
    throw error
  }
}
