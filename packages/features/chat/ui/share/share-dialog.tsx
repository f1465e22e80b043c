import { saveText } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import type { MessagesResult } from '../../schema.ts'
import { trpc } from '../trpc.ts'
import { ShareLink } from './share-link.tsx'
import { type FileKind, fileName, transcriptOf } from './transcript.ts'

interface ShareDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  name: string
  conversationId: string
  onPrint: () => void
}

export function ShareDialog({ open, onOpenChange, returnFocusTo, name, conversationId, onPrint }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={returnFocusTo}
      title={m.chat_share_title()}
      closeLabel={m.chat_toast_close()}
    >
      <Download
        name={name}
        conversationId={conversationId}
        onPrint={() => {
          onOpenChange(false)
          onPrint()
        }}
      />
      <ShareLink conversationId={conversationId} />
    </Dialog>
  )
}

function Download({ name, conversationId, onPrint }: Pick<ShareDialogProps, 'name' | 'conversationId' | 'onPrint'>) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const [state, setState] = useState<FileKind | 'ready' | 'failed'>('ready')
  const busy = state === 'md' || state === 'txt'
  const save = async (kind: FileKind) => {
    setState(kind)
    try {
      const messages = await everyMessage((cursor) => client.chat.messages.query({ conversationId, cursor }))
      const text = transcriptOf({ name, title: m.chat_title({ name }), messages }, kind)
      saveText(fileName(name, kind), text, kind === 'md' ? 'text/markdown' : 'text/plain')
      setState('ready')
    } catch (error) {
      console.error(error)
      setState('failed')
      if (isSignedOut(error)) await refreshSession(router)
    }
  }
  return (
    <section aria-labelledby="share-download">
      <h3 id="share-download" className="text-lg font-semibold">
        {m.chat_download_title()}
      </h3>
      <p className="mt-1 text-muted">{m.chat_download_text()}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="quiet" busy={state === 'md'} disabled={busy} onClick={() => save('md')}>
          {m.chat_download_markdown()}
        </Button>
        <Button variant="quiet" busy={state === 'txt'} disabled={busy} onClick={() => save('txt')}>
          {m.chat_download_plain()}
        </Button>
        <Button variant="quiet" onClick={onPrint}>
          {m.chat_print()}
        </Button>
      </div>
      <p role="alert" className="font-semibold text-danger not-empty:mt-2">
        {state === 'failed' && m.chat_download_failed()}
      </p>
    </section>
  )
}

/** Loads all pages, oldest message first; starts again if the shown path changes meanwhile. */
async function everyMessage(page: (cursor: string | null) => Promise<MessagesResult>) {
  for (;;) {
    const newest = await page(null)
    const pages = [newest]
    let { before } = newest
    while (before !== null && pages[0]?.path === newest.path) {
      const older = await page(before)
      pages.unshift(older)
      before = older.before
    }
    if (pages[0]?.path === newest.path) return pages.flatMap(({ messages }) => messages)
  }
}
