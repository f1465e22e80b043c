export interface Message {
  texts: string[]
  /** Sorted names of inputs and markup: `name`, `#b`. */
  variables: string[]
  /** Whether some variant always matches. */
  complete: boolean
}

interface Variants {
  declarations?: string[]
  match: Record<string, string>
}

const isVariants = (value: unknown): value is Variants => typeof value === 'object' && value !== null && 'match' in value

export function readMessage(value: unknown): Message | undefined {
  if (typeof value === 'string') return { texts: [value], variables: distinct(placeholders(value)), complete: true }
  const [variants] = Array.isArray(value) && value.length === 1 ? value : []
  if (!isVariants(variants)) return undefined
  const declarations = variants.declarations ?? []
  const named = (kind: string) => declarations.flatMap((text) => new RegExp(`^\\s*${kind}\\s+([\\w$]+)`).exec(text)?.[1] ?? [])
  const texts = Object.values(variants.match)
  const conditions = Object.keys(variants.match).map((key) => key.split(',').map((condition) => condition.trim().split('=')))
  const selectors = conditions.flat().map(([name = '']) => name)
  const inputs = [...named('input'), ...texts.flatMap(placeholders), ...selectors]
  return {
    texts,
    variables: distinct(inputs.filter((name) => !named('local').includes(name))),
    complete: conditions.some((all) => all.every(([, wanted]) => wanted === '*')),
  }
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/(?<!\\)\{\s*(#?[\w$-]+)[^{}]*\}/g)].map(([, name = '']) => name)
}

const distinct = (names: string[]) => [...new Set(names)].sort()
