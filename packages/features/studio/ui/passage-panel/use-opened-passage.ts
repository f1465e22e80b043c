import { useRef, useState } from 'react'
import type { Source } from '../../../chat/schema.ts'
import type { OpenedPassage, OpenResult } from '../../agent-schema.ts'

export type PanelContent =
  | { state: 'loading' }
  | { state: 'open'; opened: OpenedPassage }
  | { state: 'gone' | 'limited' | 'failed' }

/** What the panel shows; its source at once, its neighbours when they are there. */
export interface OpenedSource {
  source: Source
  content: PanelContent
}

/**
 * A press on a source opens its passage; one without an id is only named, because the day's passages are used up. `ask` reads a passage
 * with its neighbours.
 */
export function useOpenedPassage(ask: (passageId: string) => Promise<OpenResult>) {
  const [shown, setShown] = useState<OpenedSource | null>(null)
  const opener = useRef<HTMLElement>(null)
  const wanted = useRef<string>(null)
  const open = (source: Source, from: HTMLElement) => {
    const { id } = source
    const key = id ?? source.title
    opener.current = from
    wanted.current = key
    const show = (content: PanelContent) => wanted.current === key && setShown({ source, content })
    if (id === undefined) {
      show({ state: 'limited' })
      return
    }
    show({ state: 'loading' })
    ask(id)
      .then((result) => show(result.error === null ? { state: 'open', opened: result.opened } : { state: result.error }))
      .catch((error: unknown) => {
        console.error(error)
        show({ state: 'failed' })
      })
  }
  const close = () => {
    wanted.current = null
    setShown(null)
  }
  return { shown, opener, open, close }
}
