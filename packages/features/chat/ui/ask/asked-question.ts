/** In sessionStorage, until the question is in a composer of this tab. */
const storageKey = 'duo.ask'

/** Keeps a question for the conversation that the visitor starts after signing in. Does nothing if storage is blocked. */
export function storeQuestion(slug: string, question: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ slug, question }))
  } catch {
    // the visitor types it again
  }
}

/** Returns the question kept for this agent and removes it; undefined if there is none. */
export function takeQuestion(slug: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as { slug?: unknown; question?: unknown } | null
    if (kept?.slug !== slug || typeof kept.question !== 'string') return undefined
    sessionStorage.removeItem(storageKey)
    return kept.question
  } catch {
    return undefined
  }
}
