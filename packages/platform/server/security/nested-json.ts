import { AppError } from '../../shared/errors.ts'

/** The deepest input of our own pages is a passkey in a batch: six levels. */
export const maxJsonDepth = 32

const [openBrace, closeBrace, openBracket, closeBracket, quote, backslash] = ['{', '}', '[', ']', '"', '\\'].map((sign) =>
  sign.charCodeAt(0),
)

/**
 * Throws `bad_input` if JSON text nests deeper than `maxJsonDepth`. Call it before parsing what a client sent: JSON.stringify
 * and validators call themselves once per level, so 64 kB of brackets would exhaust the stack. Scans the text once.
 */
export function requireShallowJson(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isInString) {
      if (sign === backslash) at += 1
      else if (sign === quote) isInString = false
    } else if (sign === quote) isInString = true
    else if (sign === openBrace || sign === openBracket) {
      depth += 1
      if (depth > maxJsonDepth) throw new AppError('bad_input', { message: 'the JSON is nested too deeply' })
    } else if (sign === closeBrace || sign === closeBracket) depth -= 1
  }
}
