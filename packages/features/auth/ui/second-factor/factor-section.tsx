import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { Account } from '../../schema.ts'
import { ActionMessage, type ActionResult, type useAccountAction } from '../account/use-account-action.tsx'

/** What every section of the account page's part is given. */
export interface FactorSectionProps {
  account: Account
  /** Shows recovery codes that were just made; null when there are none to show. */
  onCodes: (codes: string[] | null) => void
}

interface SectionProps {
  id: string
  title: string
  text: string
  titleRef: Ref<HTMLHeadingElement>
  result: ActionResult | null
  children: ReactNode
}

/** One kind of second factor: its name, what it is, its state and what can be done. */
export function FactorSection({ id, title, text, titleRef, result, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-8 first:border-0 first:pt-0">
      <h3 ref={titleRef} id={id} tabIndex={-1} className="text-xl">
        {title}
      </h3>
      <p className="mt-2 max-w-[60ch] text-muted">{text}</p>
      {children}
      <ActionMessage result={result} />
    </section>
  )
}

/** Returns the ref of a button that gives way to a form: it gets the focus back when the form closes. */
export function useFocusBack(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

export type AccountAction = ReturnType<typeof useAccountAction>
