import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { useEffect, useState } from 'react'
import type { MessageItem } from '../state/message-items.ts'
import type { MarkdownText } from './markdown.tsx'

let loaded: typeof MarkdownText | undefined

/**
 * Loads the Markdown parser, a chunk of its own, once a message needs it or `isSoonNeeded`. Messages are plain text if it fails to load.
 */
export function useFormatted(items: readonly MessageItem[], isSoonNeeded: boolean) {
  const [Formatted, setFormatted] = useState(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  const isNeeded = items.some(isParsedHere)
  const isWanted = isNeeded || isSoonNeeded
  useEffect(() => {
    if (!isWanted) return
    loadMarkdown().then(
      (component) => setFormatted(() => component),
      (error: unknown) => {
        console.error(error)
        setFailed(true)
      },
    )
  }, [isWanted])
  const [isNeededAtStart] = useState(isNeeded)
  // the server shows what it has
  const isLoading = typeof document !== 'undefined' && isNeeded && !Formatted && !hasFailed
  // a list that is shown stays: a later reply waits in it
  return { Formatted, isLoading, isListReady: !isNeededAtStart || !isLoading }
}

/** Whether the browser parses the reply: it grows, or the server sent no HTML of it. */
const isParsedHere = (item: MessageItem) =>
  item.kind === 'reply' && (item.growing || (item.message.content !== '' && !item.message.html))

async function loadMarkdown(): Promise<typeof MarkdownText> {
  loaded = (await loadPart(() => import('./markdown.tsx'))).MarkdownText
  return loaded
}
