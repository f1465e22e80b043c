import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { CloseIcon } from '../icons.tsx'

/** `danger` stays until dismissed; others close after `toastLifetime`, but not while hovered or focused. */
export interface ToastMessage {
  title: ReactNode
  text?: string
  tone?: 'plain' | 'success' | 'danger'
}

interface VisibleToast extends ToastMessage {
  id: number
}

type ShowToast = (message: ToastMessage) => () => void

const ToastContext = createContext<ShowToast | null>(null)

export const toastLifetime = 6000

interface ToastProviderProps {
  closeLabel: string
  /** `page`: below the header. `away`, for dialogs: top on phones, else bottom left. `foot`: end of a scrolling area. */
  place?: keyof typeof places
  children: ReactNode
}

const places = {
  page: 'fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] sm:left-auto sm:w-96',
  away: 'fixed inset-x-4 max-md:top-2 md:right-auto md:bottom-4 md:w-72',
  foot: 'sticky bottom-4 mx-4 flex-none',
} as const

/** Renders one polite live region from the start. A modal dialog needs its own provider inside: it hides everything outside. */
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
      {/* redundant for a status, but without the label a dialog opening beside a toast would hide it */}
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
