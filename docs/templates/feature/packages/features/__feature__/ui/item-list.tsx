import { ListNotice } from '@duo/platform/browser/ui/feedback/list-notice.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRef } from 'react'
import type { Item } from '../schema.ts'
import { useRemoveItem } from './use-items.ts'

/** Renders the items, each with a button that removes it, or a notice if there are none. */
export function ItemList({ items }: { items: readonly Item[] }) {
  const list = useRef<HTMLDivElement>(null)
  // the pressed button disappears, so Tab continues from the list
  const { state, button } = useRemoveItem(() => list.current?.focus())
  return (
    <div ref={list} tabIndex={-1} className="mt-4 max-w-2xl">
      {items.length === 0 && (
        <ListNotice level={2} title={m.__feature_name___empty_title()} text={m.__feature_name___empty_text()} />
      )}
      <ul>
        {items.map(({ id, text }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 first:border-0">
            <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
            <Button variant="quiet" aria-label={m.__feature_name___remove_label({ text })} {...button(id)}>
              {m.__feature_name___remove()}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-3 font-semibold text-danger empty:hidden">
        {state === 'failed' && m.__feature_name___failed()}
      </p>
    </div>
  )
}
