import { useState } from 'react'
import { notifyTabs } from '../../../shell/ui/api/use-server-sync.ts'
import { type Api, usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { PassageResult, PassagesResult } from '../../schema.ts'

type Procedures = Awaited<ReturnType<Api>>['studio']
export type RunChange = (call: (studio: Procedures) => Promise<PassageResult>) => Promise<boolean>

/** The passages of a document, with the changes that were made on this page. */
export function usePassages({ document, passages: first, after }: PassagesResult) {
  const { api } = usePageContext()
  const [passages, setPassages] = useState(first)
  const [more, setMore] = useState(after)
  const [state, setState] = useState<string | null>(null)

  /** Applies a change; false when it was refused. */
  const run: RunChange = async (call) => {
    setState(null)
    try {
      const result = await call((await api()).studio)
      if (result.error !== null) {
        setState(result.error)
        return false
      }
      const changed = new Map(result.passages.map((passage) => [passage.id, passage]))
      setPassages((before) => {
        const kept = before.filter(({ id }) => !result.removed.includes(id) && !changed.has(id))
        return [...kept, ...result.passages].sort((one, other) => one.place - other.place)
      })
      notifyTabs('studio')
      return true
    } catch (error) {
      console.error(error)
      setState('failed')
      return false
    }
  }

  const loadMore = async () => {
    if (more === null) return
    setState(null)
    try {
      const page = await (await api()).studio.passages.query({ documentId: document.id, after: more })
      setPassages((before) => [...before, ...page.passages])
      setMore(page.after)
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  return { passages, more, state, run, loadMore: () => void loadMore() }
}
