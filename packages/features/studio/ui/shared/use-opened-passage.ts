import { getLocale } from '@duo/platform/i18n/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { useEffect, useState } from 'react'
import type { Source } from '../../../chat/schema.ts'
import { CallFailure, documentClient } from '../../../shell/ui/api/document-client.ts'
import type { OpenedPassage } from '../../agent-schema.ts'

export interface PassageState {
  /** `busy`: more was opened in a minute than one may. */
  phase: 'loading' | 'opened' | 'limited' | 'gone' | 'busy' | 'failed'
  opened: OpenedPassage | null
  /** Until the next one may be opened, if `busy`. */
  wait: string
}

const waiting = { opened: null, wait: '' }

/** Opens the passage of a source. A source without an id is named only: the day's passages are used up. */
export function useOpenedPassage({ slug, source, open }: { slug: string; source: Source; open: boolean }): PassageState {
  const { id: passageId, text } = source
  // corrections have no passage
  const first: PassageState = { ...waiting, phase: passageId === undefined && text === undefined ? 'limited' : 'loading' }
  const [state, setState] = useState<PassageState>(first)
  useEffect(() => {
    if (!open || passageId === undefined) return
    const leave = new AbortController()
    const read = async () => {
      try {
        const found = await documentClient.studio.openShared.query({ slug, passageId }, { signal: leave.signal })
        if (leave.signal.aborted) return
        setState(
          found.error === null ? { ...waiting, phase: 'opened', opened: found.opened } : { ...waiting, phase: found.error },
        )
      } catch (error) {
        if (leave.signal.aborted) return
        console.error(error)
        setState(failureOf(error))
      }
    }
    void read()
    return () => leave.abort()
  }, [slug, passageId, open])
  return state
}

function failureOf(error: unknown): PassageState {
  const seconds = error instanceof CallFailure && error.status === 429 ? error.retryAfter : null
  if (error instanceof CallFailure && error.status === 404) return { ...waiting, phase: 'gone' }
  return seconds === null ? { ...waiting, phase: 'failed' } : { ...waiting, phase: 'busy', wait: waitText(seconds, getLocale()) }
}
