import { z } from 'zod'
import type { ResponsePart } from '../agent-directory.ts'

/** Matches the start of a JSON object, also in a code block, and everything that may become one. */
const mayBeJson = /^\s*(?:`{0,3}|```j(?:s(?:on?)?)?|```(?:json)?\s*)(?:(?<=^\s*|```(?:json)?\s*)\{\s*(?:"|$)[\s\S]*)?$/

const object = z.record(z.string(), z.unknown())

const textKeys = ['reply', 'response', 'answer', 'content', 'text', 'message', 'output', 'resposta']

/** Returns the text of a JSON object. Without one, a code block stays as it is, and other JSON is no reply. */
export function textOfJson(written: string): string {
  const [, fence = '', body = written] = /^\s*(```(?:json)?)\s*([\s\S]*?)\s*```\s*$/.exec(written) ?? []
  if (!body.trimStart().startsWith('{')) return written
  try {
    const fields = object.parse(JSON.parse(body))
    const text = textKeys.map((key) => fields[key]).find((value) => typeof value === 'string')
    if (typeof text === 'string') return text
  } catch {
    // cut, or no JSON after all
    return written
  }
  return fence === '' ? '' : written
}

/** Some models answer with an object that contains the reply: shows only the reply, once the object is complete. */
export function createJsonFilter() {
  let held: string | null = ''
  return {
    add(part: ResponsePart): ResponsePart[] {
      if (part.type === 'restart') held = ''
      if (held === null) return [part]
      if (part.type === 'text') {
        held += part.text
        if (mayBeJson.test(held)) return []
        const text = held
        held = null
        return [{ type: 'text', text }]
      }
      const text = part.type === 'done' ? textOfJson(held) : ''
      return text === '' ? [part] : [{ type: 'text', text }, part]
    },
  }
}
