import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { continueUpload, type NewFile, resumeUpload, startUploads } from './upload-queue.ts'
import { listUploads, removeUpload, subscribeUploads, type Upload } from './upload-store.ts'

const none: readonly Upload[] = []

/** The uploads of an agent in this tab, and functions that begin and resume them. */
export function useUploads(agentId: string | null) {
  const router = useRouter()
  const { api } = usePageContext()
  const all = useSyncExternalStore(subscribeUploads, listUploads, () => none)
  const onChange = useCallback(() => void router.invalidate(), [router])
  const isSending = all.some(({ state }) => state !== 'failed' && state !== 'full')
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isSending])
  const sender = { api, onChange }
  return {
    uploads: all.filter((upload) => upload.agentId === agentId),
    start: (to: string, files: readonly NewFile[]) => startUploads(sender, { agentId: to, files }),
    resume: (upload: Parameters<typeof resumeUpload>[1]) => resumeUpload(sender, upload),
    goOn: (key: string) => continueUpload(sender, key),
    forget: removeUpload,
  }
}
