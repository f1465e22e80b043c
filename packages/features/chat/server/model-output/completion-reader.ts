import { createParser } from 'eventsource-parser'
import { z } from 'zod'

const contentPart = z.object({
  text: z.string().optional(),
  thinking: z.array(z.object({ text: z.string().optional() })).optional(),
})

const count = z.number().nullish()

/** A bad report is no reason to lose the answer. */
const usage = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  })
  .nullish()
  .catch(null)

/** OpenAI's streaming chat protocol, as its imitators speak it: text as a string or as parts, thoughts beside it or as parts. */
const chunk = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.union([z.string(), z.array(contentPart)]).nullish(),
            refusal: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  usage,
})

type Usage = NonNullable<z.infer<typeof usage>>

export interface Written {
  text: string
  thought: string
}

interface CompletionEnd {
  isCut: boolean
  promptTokens: number
  /** Of the prompt, those that the provider had cached. */
  cachedTokens: number
  /** Without thoughts that the endpoint counted apart. */
  answerTokens: number
}

/** In UTF-16 code units. An event that never ends must not fill the memory. */
const maxBufferSize = 4_000_000

/** Reads the server-sent events of one answer. */
export function createCompletionReader() {
  const decoder = new TextDecoder()
  const found: Written[] = []
  const faults: unknown[] = []
  let reason: string | null = null
  let reported: Usage | null = null

  const readEvent = ({ data }: { data: string }) => {
    if (data === '[DONE]' || faults.length > 0) return
    const event = parseEvent(data)
    if (!event || event.error) return void faults.push(event?.error ?? new Error('the endpoint sent an invalid event'))
    if (event.usage) reported = event.usage
    const [choice] = event.choices ?? []
    reason = choice?.finish_reason ?? reason
    if (choice?.delta) found.push(writtenOf(choice.delta))
  }
  const onError = (fault: Error & { type: string }) => {
    if (fault.type === 'max-buffer-size-exceeded') faults.push(fault)
  }
  const parser = createParser({ maxBufferSize, onEvent: readEvent, onError })

  return {
    /** Throws after what was written before an invalid event or an error of the endpoint. */
    *read(bytes: Uint8Array): Generator<Written> {
      parser.feed(decoder.decode(bytes, { stream: true }))
      for (const written of found.splice(0)) yield written
      if (faults.length > 0) throw faults[0]
    },
    /** Null if the endpoint has not said why it stopped: the answer was cut off. */
    end(): CompletionEnd | null {
      if (reason === null) return null
      const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = reported ?? {}
      return {
        isCut: reason === 'length',
        promptTokens: prompt_tokens ?? 0,
        cachedTokens: prompt_tokens_details?.cached_tokens ?? 0,
        answerTokens: Math.max(0, (completion_tokens ?? 0) - (completion_tokens_details?.reasoning_tokens ?? 0)),
      }
    },
  }
}

/** Undefined for an invalid one, whose error would quote what was written, and so must not be logged. */
function parseEvent(data: string) {
  try {
    return chunk.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

type Delta = NonNullable<NonNullable<z.infer<typeof chunk>['choices']>[number]['delta']>

function writtenOf({ content, refusal, reasoning_content, reasoning }: Delta): Written {
  const thought = reasoning_content ?? reasoning ?? ''
  if (typeof content === 'string') return { text: content + (refusal ?? ''), thought }
  const parts = content ?? []
  return {
    text: parts.map(({ text = '' }) => text).join('') + (refusal ?? ''),
    thought: thought + parts.flatMap(({ thinking = [] }) => thinking.map(({ text = '' }) => text)).join(''),
  }
}
