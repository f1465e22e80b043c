import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import type { MarkdownText } from './markdown.tsx'

let loaded: typeof MarkdownText | undefined

/** Loads the renderer as a chunk of its own, because the composer must not wait for it. */
export async function loadMarkdown(): Promise<typeof MarkdownText> {
  loaded = (await loadPart(() => import('./markdown.tsx'))).MarkdownText
  return loaded
}

export const loadedMarkdown = () => loaded
