import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { type Shortcut, shortcutKeys } from './shortcuts.ts'

interface ShortcutListProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  on: boolean
  onToggle: (on: boolean) => void
}

const texts: Record<Shortcut, () => string> = {
  write: () => m.chat_shortcut_write(),
  start: () => m.chat_shortcut_start(),
  history: () => m.chat_shortcut_history(),
  copy: () => m.chat_shortcut_copy(),
  list: () => m.chat_shortcut_list(),
}

export function ShortcutList({ open, onOpenChange, on, onToggle }: ShortcutListProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.chat_shortcuts_title()}
      description={m.chat_shortcuts_text()}
      closeLabel={m.chat_history_close()}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
        {keysOf(shortcutKeys).map((name) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="grid min-w-9 justify-items-center rounded-md border border-line-strong px-2 py-1 font-sans text-sm font-semibold uppercase">
                {shortcutKeys[name]}
              </kbd>
            </dt>
            <dd>{texts[name]()}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-touch items-center gap-3 border-t border-line pt-4 font-semibold">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => onToggle(target.checked)}
          className="size-5 accent-accent"
        />
        {m.chat_shortcuts_switch()}
      </label>
    </Dialog>
  )
}
