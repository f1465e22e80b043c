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

/** A press on a source with a passage opens it. `ask` reads it with its neighbours. */
export function useOpenedPassage(ask: (passageId: string) => Promise<OpenResult>) {
  const [shown, setShown] = useState<OpenedSource | null>(null)
  const opener = useRef<HTMLElement>(null)
  const wanted = useRef<string>(null)
  const open = (source: Source, from: HTMLElement) => {
    const { id } = source
    if (id === undefined) return
    opener.current = from
    wanted.current = id
    const show = (content: PanelContent) => wanted.current === id && setShown({ source, content })
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
