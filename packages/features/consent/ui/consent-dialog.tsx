import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { CookieSettings } from './cookie-settings.tsx'

interface ConsentDialogProps {
  /** Yes or no to everything. Finer answers are given in the settings. */
  onAnswer: (yes: boolean) => void
}

/**
 * The question: not modal, at the foot of the window, yes and no of equal weight. It comes early in the page, so a keyboard meets it
 * before what it covers; Escape and scrolling answer nothing.
 */
export function ConsentDialog({ onAnswer }: ConsentDialogProps) {
  const title = useId()
  const box = useRef<HTMLElement>(null)
  useReservedSpace(box)
  useFocusFallback(box)
  return (
    <section
      ref={box}
      aria-labelledby={title}
      className="fixed inset-x-0 bottom-0 z-30 max-h-[70svh] animate-rise overflow-y-auto overscroll-contain rounded-t-lg border-t border-line bg-paper-raised px-gutter pt-6 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lift sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-[31rem] sm:rounded-voice sm:border sm:px-8 sm:pt-7 sm:pb-4 print:hidden"
    >
      <div className="flex items-center justify-between gap-4">
        <p id={title} className="font-voice text-xl leading-tight font-[620]">
          {m.shell_consent_title()}
        </p>
        <Logo className="h-6 w-auto flex-none sm:h-7" />
      </div>
      <p className="mt-2 text-sm text-muted">{m.shell_consent_text()}</p>
      <div className="mt-4 grid grid-cols-2 gap-3 sm:mt-5">
        <Button variant="quiet" onClick={() => onAnswer(false)}>
          {m.shell_consent_refuse()}
        </Button>
        <Button variant="quiet" onClick={() => onAnswer(true)}>
          {m.shell_consent_accept()}
        </Button>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-6 text-sm">
        <CookieSettings className="text-link font-semibold">{m.shell_consent_choose()}</CookieSettings>
        <Link to="/privacy" className="text-link inline-flex min-h-touch items-center text-muted">
          {m.shell_consent_privacy()}
        </Link>
      </div>
    </section>
  )
}

/**
 * While it is there, the page can be scrolled clear of it, focus is scrolled clear of it (WCAG 2.2, 2.4.11), and a conversation leaves it
 * its room. Elsewhere the room is added below the page's end, so nothing moves.
 */
function useReservedSpace(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const updateSpace = () => {
      if (!box.current) return
      // not where it is now: it is still rising
      const { offsetHeight } = box.current
      style.setProperty('--question-room', `calc(${offsetHeight}px + ${getComputedStyle(box.current).bottom})`)
    }
    updateSpace()
    window.addEventListener('resize', updateSpace)
    return () => {
      window.removeEventListener('resize', updateSpace)
      style.removeProperty('--question-room')
    }
  }, [box])
}

/** When it goes while the focus is in it, the focus goes on to the page's content instead of nowhere. */
function useFocusFallback(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const dialog = box.current
    return () => {
      if (dialog?.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [box])
}
