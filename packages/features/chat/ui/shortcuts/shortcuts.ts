import { isComposing } from '@duo/platform/browser/input/enter-key.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { useEffect } from 'react'
import { useSavedSwitch } from './chat-preferences.ts'

/** Single keys, active outside fields, which can be switched off (WCAG 2.1.4). */
export const shortcutKeys = { write: '/', start: 'n', history: 'h', copy: 'c', list: '?' } as const
export type Shortcut = keyof typeof shortcutKeys

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Ignores keys in fields, dialogs and with modifiers. Ctrl or ⌘ with `/` always opens the list. */
export function useShortcuts(act: (shortcut: Shortcut) => void) {
  const [on, toggle] = useSavedSwitch('duo.chat.keys')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target } = event
      if (event.defaultPrevented || isComposing(event) || document.querySelector('[role="dialog"]')) return
      const key = latinKey(event)
      const shortcut = (ctrlKey || metaKey) && key === '/' ? 'list' : shortcutOf(key)
      if (shortcut === undefined) return
      const modified = ctrlKey || metaKey || altKey
      if (!(modified && shortcut === 'list' && !altKey) && (modified || !on || isTyping(target))) return
      event.preventDefault()
      act(shortcut)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on, act])
  return { on, toggle }
}

/** Under the layout of another script (р for h), the letter that a Latin layout has at this place. */
function latinKey({ key, code }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter && /^[^\p{ASCII}\p{Script=Latin}]$/u.test(key) ? letter : key
}

const names = keysOf(shortcutKeys)
const shortcutOf = (key: string) => names.find((name) => shortcutKeys[name] === key.toLowerCase())
