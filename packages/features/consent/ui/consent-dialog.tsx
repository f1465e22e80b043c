import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { CookieSettings } from './cookie-settings.tsx'

interface ConsentDialogProps {
  onAnswer: (yes: boolean) => void
}

/** Non-modal, at the foot of the window but early in the DOM, so that keyboard users reach it before what it covers. */
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

/** Reserves room so that neither content nor focus is covered (WCAG 2.2, 2.4.11). */
function useReservedSpace(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const updateSpace = () => {
      if (!box.current) return
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

/** Moves a focus inside the removed dialog to the content. */
function useFocusFallback(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const dialog = box.current
    return () => {
      if (dialog?.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [box])
}
