import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { CloseIcon } from '../icons.tsx'

/** What a toast says. `danger` stays until it is dismissed, the others leave after six seconds (not while pointed at or focused). */
export interface ToastMessage {
  title: string
  text?: string
  tone?: 'plain' | 'success' | 'danger'
}

interface VisibleToast extends ToastMessage {
  id: number
}

/** Shows a toast; what it answers takes that one away before its time. */
type ShowToast = (message: ToastMessage) => () => void

const ToastContext = createContext<ShowToast | null>(null)

/** How long a toast that is no error stays, in milliseconds. */
export const toastLifetime = 6000

interface ToastProviderProps {
  closeLabel: string
  /**
   * Where they show: below the header, on every page the same; out of the way of what is pressed in a dialog: at the top on phones, at the
   * bottom left above; or, in what scrolls, at its foot, after all that is there.
   */
  place?: keyof typeof places
  children: ReactNode
}

const places = {
  page: 'fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] sm:left-auto sm:w-96',
  away: 'fixed inset-x-4 max-md:top-2 md:right-auto md:bottom-4 md:w-72',
  foot: 'sticky bottom-4 mx-4 flex-none',
} as const

/**
 * Keeps the toasts of everything inside it, in one polite live region that is there from the start. Plain React: it is smaller
 * than a library and never takes the focus. At most three are shown, the oldest leaves first; said again, one replaces itself.
 * What is said while a modal dialog is open needs a provider inside the dialog: keys do not reach anything outside it.
 */
export function ToastProvider({ closeLabel, place = 'page', children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<VisibleToast[]>([])
  const next = useRef(0)
  const dismiss = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (message: ToastMessage) => {
      next.current += 1
      const id = next.current
      setToasts((before) => [...before.filter((other) => !same(other, message)), { ...message, id }].slice(-3))
      return () => dismiss(id)
    },
    [dismiss],
  )
  const list = useMemo(
    () => toasts.map((toast) => <Toast key={toast.id} toast={toast} closeLabel={closeLabel} onDismiss={dismiss} />),
    [toasts, closeLabel, dismiss],
  )
  return (
    <ToastContext value={show}>
      {children}
      {/* what a status is anyway; named, so that a dialog that opens beside a toast does not hide it */}
      <div
        role="status"
        aria-live="polite"
        data-toasts={place}
        className={`pointer-events-none z-60 grid justify-items-center gap-3 ${places[place]}`}
      >
        {list}
      </div>
    </ToastContext>
  )
}

const same = (one: ToastMessage, other: ToastMessage) => one.title === other.title && one.text === other.text

/** The function that shows a toast. An error outside a `ToastProvider`. */
export function useToast() {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

const tones = { plain: 'bg-voice-bright', success: 'bg-success', danger: 'bg-danger' } as const

function Toast({ toast, closeLabel, onDismiss }: { toast: VisibleToast; closeLabel: string; onDismiss: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false)
  const { id, tone = 'plain' } = toast
  useEffect(() => {
    if (isPaused || tone === 'danger') return
    const timer = setTimeout(() => onDismiss(id), toastLifetime)
    return () => clearTimeout(timer)
  }, [isPaused, tone, id, onDismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding only pauses the clock; the close button is the control
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex w-full animate-rise items-start gap-4 rounded-voice border border-line bg-paper-raised p-4 pl-5 text-ink shadow-lift"
    >
      <span aria-hidden="true" className={`mt-2 size-2.5 flex-none rounded-full ${tones[tone]}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-sm text-muted">{toast.text}</p>}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => onDismiss(id)}
        className="-m-2 grid size-touch flex-none place-items-center rounded-full hover:bg-paper-sunk"
      >
        <CloseIcon />
      </button>
    </div>
  )
}
