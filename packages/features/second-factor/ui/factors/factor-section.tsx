import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode, Ref } from 'react'
import type { AddedFactor, FactorAccount } from '../../schema.ts'
import { ActionMessage, type ActionResult, type useAccountAction } from '../fresh-factor/use-account-action.tsx'

export interface FactorSectionProps {
  account: FactorAccount
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

/** Adds how many API keys have ended. */
export const withEndedKeys = (text: string, count: number) =>
  count === 0 ? text : `${text} ${m.second_factor_api_ended({ count })}`

/** Adds what the first factor has ended, also when an intruder had begun it. */
export function withEnded(text: string, { endedKeys, endedEmailChange }: Pick<AddedFactor, 'endedKeys' | 'endedEmailChange'>) {
  const withKeys = withEndedKeys(text, endedKeys)
  return endedEmailChange ? `${withKeys} ${m.second_factor_email_change_ended()}` : withKeys
}

export type AccountAction = ReturnType<typeof useAccountAction>
