import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { copiedDurationMs } from '../../../shell/ui/script/copy.ts'
import { IconButton } from '../icon-button.tsx'
import { CheckIcon, CopyIcon } from '../icons.tsx'

export function CopyText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedDurationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), console.error)
  return (
    <>
      <IconButton label={copied ? m.chat_copied() : m.chat_copy()} onClick={copy}>
        {copied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied && m.chat_copied()}
      </span>
    </>
  )
}
