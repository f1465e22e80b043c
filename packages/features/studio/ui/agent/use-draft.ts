import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { notifyTabs, useServerSync } from '../../../shell/ui/api/use-server-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { AgentDraft } from '../../agent-schema.ts'
import { createDraftSaver } from './draft-saver.ts'

/** The draft that is edited. Leaving the page saves first; what cannot be saved asks before it is lost. */
export function useDraft(draft: AgentDraft) {
  const { api } = usePageContext()
  const [saver] = useState(() =>
    createDraftSaver({
      draft,
      save: async (input) => (await api()).studio.saveAgent.mutate({ agentId: draft.id, ...input }),
      onSaved: () => notifyTabs('studio'),
    }),
  )
  const refresh = useCallback(async () => {
    saver.offer(await (await api()).studio.agent.query({ agentId: draft.id }))
  }, [api, draft.id, saver])
  useServerSync('studio', refresh, { pollMs: null })
  const state = useSyncExternalStore(saver.subscribe, saver.read, saver.read)
  const leaving = useBlocker({
    shouldBlockFn: async () => {
      await saver.flush()
      return saver.isDirty()
    },
    enableBeforeUnload: () => saver.isDirty(),
    withResolver: true,
  })
  useEffect(() => {
    const save = () => void saver.flush()
    document.addEventListener('visibilitychange', save)
    window.addEventListener('online', save)
    return () => {
      document.removeEventListener('visibilitychange', save)
      window.removeEventListener('online', save)
      save()
    }
  }, [saver])
  return { state, saver, leaving }
}
