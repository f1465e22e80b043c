import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ShareIcon } from '../../../chat/ui/icons.tsx'

interface StudioHeadProps {
  agentId: string
  title: string
  lead: string
  /** Beside the title on wide screens, below it on a phone. */
  children?: ReactNode
}

/** The head of a page in the studio. On a phone it has the act of sharing, which stands below the places elsewhere. */
export function StudioHead({ agentId, title, lead, children }: StudioHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="font-voice text-4xl font-[560]">{title}</h1>
        <p className="mt-1 max-w-[56ch] text-muted">{lead}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {children}
        <ShareButton agentId={agentId} className="md:hidden" />
      </div>
    </div>
  )
}

export function ShareButton({ agentId, className = '' }: { agentId: string; className?: string }) {
  return (
    <Link
      to="/studio/$agentId/share"
      params={{ agentId }}
      className={`${buttonClasses('quiet')} bg-paper-raised no-underline! aria-[current=page]:border-2 aria-[current=page]:border-ink ${className}`}
    >
      <ShareIcon className="size-5 flex-none" />
      <span>{m.studio_share()}</span>
    </Link>
  )
}
