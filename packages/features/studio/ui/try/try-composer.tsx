import { isComposing, isEnter } from '@duo/platform/browser/input/enter-key.ts'
import { useTypedEarly } from '@duo/platform/browser/input/typed-early.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useHydrated } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { messageMaxLength } from '../../../chat/rules.ts'
import { SendIcon } from '../../../chat/ui/icons.tsx'

/** The field for the next question. What is typed while a reply is written stays. It covers no correction that is being written. */
export function TryComposer({ busy, onAsk }: { busy: boolean; onAsk: (question: string) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  useTypedEarly(id, true)
  const hydrated = useHydrated()
  const isReady = hydrated && !busy && hasVisibleText(text)
  const send = () => {
    if (!isReady) return
    onAsk(text.trim())
    setText('')
  }
  return (
    <form
      noValidate
      method="post"
      className="sticky bottom-0 mt-6 max-w-3xl bg-paper py-3 group-has-[[data-correcting]]/talk:static max-md:bottom-14"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2 rounded-heard border border-line-strong bg-paper-raised p-1.5 hover:border-ink has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:shadow-[inset_0_0_0_1px_var(--color-focus)]">
        <textarea
          id={id}
          aria-label={m.studio_try_question()}
          placeholder={m.studio_try_placeholder()}
          dir="auto"
          rows={1}
          value={text}
          maxLength={messageMaxLength}
          enterKeyHint="send"
          className="max-h-44 min-h-touch min-w-0 flex-1 resize-none bg-transparent px-4 py-2.5 text-base leading-6 outline-none field-sizing-content forced-colors:focus-visible:outline-2 forced-colors:focus-visible:outline-solid"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (isComposing(event) || !isEnter(event) || event.shiftKey) return
            event.preventDefault()
            send()
          }}
        />
        <button
          type="submit"
          aria-label={m.studio_try_send()}
          aria-disabled={!isReady || undefined}
          className="grid size-touch flex-none place-items-center rounded-voice bg-accent text-on-accent aria-disabled:bg-line aria-disabled:text-muted"
        >
          <SendIcon />
        </button>
      </div>
    </form>
  )
}
