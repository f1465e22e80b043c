import type { AgentNotes } from '../knowledge.ts'

/** Minimum score of the note that speaks of a theme. */
const minTheme = 0.34

export interface Theme {
  /** Title of the note. */
  title: string
  score: number
}

/** Returns the note of an agent that speaks most of a theme ("startup", "negociar"); null if none does. */
export function findTheme({ passages, index }: AgentNotes, theme: string): Theme | null {
  const scores = index.score(theme)
  const best = Math.max(...scores)
  const title = passages[scores.indexOf(best)]?.note.title
  return best >= minTheme && title !== undefined ? { title, score: best } : null
}
