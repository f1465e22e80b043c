import { copyText } from '@duo/platform/browser/input/copy-text.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { copiedDurationMs } from '#shell/ui/script/copy.ts'
import { IconButton } from '../icon-button.tsx'
import { CheckIcon, CopyIcon } from '../icons.tsx'

export function CopyText({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copied = state === 'copied'
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setState('idle'), copiedDurationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    copyText(text).then(
      () => setState('copied'),
      (error: unknown) => {
        console.error(error)
        setState('refused')
      },
    )
  return (
    <>
      <IconButton label={copied ? m.chat_copied() : m.chat_copy()} onClick={copy}>
        {copied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied && m.chat_copied()}
      </span>
      {state === 'refused' && <CopyByHand text={text} onClose={() => setState('idle')} />}
    </>
  )
}

/** The text, already selected, for browsers that do not let us copy. */
function CopyByHand({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <span className="order-last basis-full">
      <label htmlFor={id} className="block text-sm font-semibold text-ink">
        {m.chat_copy_by_hand()}
      </label>
      <textarea
        ref={field}
        id={id}
        readOnly
        rows={3}
        value={text}
        data-own-escape
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        className="mt-1 w-full rounded-heard border border-line-strong bg-paper-raised px-3 py-2 text-sm text-ink"
      />
    </span>
  )
}
