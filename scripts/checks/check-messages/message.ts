/** A message of the inlang message format, reduced to what is checked. */
export interface Message {
  /** One text, or one a variant. */
  texts: string[]
  /** What the caller passes and what marks up the text: `name`, `#b`. Sorted. */
  variables: string[]
  /** Whether some text is left when no variant fits. */
  complete: boolean
}

interface Variants {
  declarations?: string[]
  match: Record<string, string>
}

const isVariants = (value: unknown): value is Variants => typeof value === 'object' && value !== null && 'match' in value

/** Undefined for what is neither a text nor a list of one set of variants, such as nested messages. */
export function readMessage(value: unknown): Message | undefined {
  if (typeof value === 'string') return { texts: [value], variables: distinct(placeholders(value)), complete: true }
  const [variants] = Array.isArray(value) && value.length === 1 ? value : []
  if (!isVariants(variants)) return undefined
  const declarations = variants.declarations ?? []
  const named = (kind: string) => declarations.flatMap((text) => new RegExp(`^\\s*${kind}\\s+([\\w$]+)`).exec(text)?.[1] ?? [])
  const texts = Object.values(variants.match)
  const conditions = Object.keys(variants.match).map((key) => key.split(',').map((condition) => condition.trim().split('=')))
  const selectors = conditions.flat().map(([name = '']) => name)
  const given = [...named('input'), ...texts.flatMap(placeholders), ...selectors]
  return {
    texts,
    variables: distinct(given.filter((name) => !named('local').includes(name))),
    complete: conditions.some((all) => all.every(([, wanted]) => wanted === '*')),
  }
}

/** `{name}` and `{#b}` in a text; a brace behind a backslash is only a brace. */
function placeholders(text: string): string[] {
  return [...text.matchAll(/(?<!\\)\{\s*(#?[\w$-]+)[^{}]*\}/g)].map(([, name = '']) => name)
}

const distinct = (names: string[]) => [...new Set(names)].sort()
