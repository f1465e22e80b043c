import { copyText } from '@duo/platform/browser/input/copy-text.ts'
import { saveText } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { graphemesOf } from '@duo/platform/shared/text/graphemes.ts'
import { type RefObject, useEffect, useState } from 'react'
import { fieldMaxLength, messageMaxLength } from '../../rules.ts'

/** What the field did not take of an inserted text. */
interface Rest {
  text: string
  /** Of the inserted text. */
  length: number
}

/** Looked at around the cut, in characters: enough for the longest emoji. */
const around = 64

/** Returns the first `length` characters at most, and never half a letter. */
function firstPart(text: string, length: number): string {
  const from = Math.max(0, length - around)
  let end = from
  let at = from
  for (const letter of graphemesOf(text.slice(from, length + around))) {
    if (at <= length) end = at
    at += letter.length
  }
  return text.slice(0, end)
}

/**
 * Takes only the first part of a text that is much longer than a message, before the browser inserts it: a field with millions of
 * characters freezes the page. Listens to all ways in: paste, drop, and keyboards that insert by themselves.
 */
export function useLongInsert(form: RefObject<HTMLFormElement | null>) {
  const [rest, setRest] = useState<Rest | null>(null)
  const [isListening, setListening] = useState(false)
  useEffect(() => {
    const { current } = form
    setListening(true)
    const onInsert = (event: ClipboardEvent | DragEvent | InputEvent) => {
      const { target: field } = event
      if (!(field instanceof HTMLTextAreaElement) || field.readOnly) return
      const text = insertedText(event)
      const room = field.value.length - (field.selectionEnd - field.selectionStart)
      if (room + text.length <= fieldMaxLength) return
      event.preventDefault()
      const part = firstPart(text, Math.max(0, messageMaxLength - room))
      if (part !== '') {
        field.setRangeText(part, field.selectionStart, field.selectionEnd, 'end')
        field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
      }
      setRest({ text: text.slice(part.length), length: text.length })
    }
    const events = ['paste', 'drop', 'beforeinput'] as const
    for (const event of events) current?.addEventListener(event, onInsert)
    return () => {
      for (const event of events) current?.removeEventListener(event, onInsert)
    }
  }, [form])
  // until then only the browser can cut, and what it cuts off is lost
  return { rest, dismiss: () => setRest(null), maxLength: isListening ? undefined : fieldMaxLength }
}

function insertedText(event: ClipboardEvent | DragEvent | InputEvent): string {
  if ('clipboardData' in event) return event.clipboardData?.getData('text/plain') ?? ''
  if (event.dataTransfer) return event.dataTransfer.getData('text/plain')
  return 'data' in event ? (event.data ?? '') : ''
}

export function InsertRest({ rest, onDismiss }: { rest: Rest; onDismiss: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const format = (count: number) => formatNumber(count, getLocale())
  const copy = async () => {
    try {
      await copyText(rest.text)
      setCopied(true)
    } catch (error) {
      console.error(error)
      saveText('duo.txt', rest.text, 'text/plain')
    }
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        {m.chat_insert_cut({ length: format(rest.length), limit: format(messageMaxLength) })}
      </p>
      <Button variant="plain" onClick={copy}>
        {isCopied ? m.chat_insert_copied() : m.chat_insert_rest()}
      </Button>
      <Button variant="plain" onClick={onDismiss}>
        {m.chat_toast_close()}
      </Button>
    </div>
  )
}
