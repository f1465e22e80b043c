import type { ReactNode } from 'react'
import { agentPath } from '#shared/motif.ts'

interface ListNoticeProps {
  title: string
  text: string
  /** One below the preceding heading, because screen readers navigate by levels. */
  level: 2 | 3
  children?: ReactNode
}

export function ListNotice({ title, text, level, children }: ListNoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div className="grid gap-x-8 gap-y-8 py-8 md:grid-cols-[auto_1fr] md:items-center md:py-16">
      <svg viewBox="0 0 240 120" aria-hidden="true" focusable="false" className="h-24 w-auto justify-self-start md:h-36">
        <circle cx={59} cy={60} r={58} className="fill-none stroke-line-strong" strokeWidth={2} strokeDasharray="3 7" />
        <path d={agentPath({ x: 180, y: 60, r: 58 })} className="fill-paper-sunk" />
      </svg>
      <div>
        <Heading className="font-voice text-3xl font-[560] wrap-anywhere">{title}</Heading>
        <p className="mt-3 max-w-[48ch] text-muted">{text}</p>
        {children && <div className="mt-6">{children}</div>}
      </div>
    </div>
  )
}
