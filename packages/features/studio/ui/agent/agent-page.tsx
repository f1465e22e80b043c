import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSession } from '../../../session/ui/session-provider.tsx'
import type { AgentDraft } from '../../agent-schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { StudioHead } from '../frame/studio-head.tsx'
import { AgentCard } from './agent-card.tsx'
import { AgentForm } from './agent-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { LeaveNotice } from './leave-notice.tsx'
import { SaveStatusLine } from './save-status.tsx'
import { useDraft } from './use-draft.ts'

const route = getRouteApi('/studio/$agentId/agent')

export function Page() {
  const draft = route.useLoaderData()
  const { viewer } = useSession()
  if (!draft) return <StudioClosed />
  return <AgentEditor key={`${viewer?.id} ${draft.id}`} draft={draft} />
}

/** The draft of an agent, saved while it is edited, beside the card that visitors will see. */
export function AgentEditor({ draft }: { draft: AgentDraft }) {
  const { state, saver, leaving } = useDraft(draft)
  const { value, status, theirs } = state
  return (
    <StudioFrame agent={{ id: draft.id, name: value.name }} title={m.studio_agent_head({ name: value.name })}>
      <StudioHead agentId={draft.id} title={m.studio_agent_title()} lead={m.studio_agent_lead()}>
        <SaveStatusLine status={status} onSave={() => void saver.flush()} />
      </StudioHead>
      <LeaveNotice leaving={leaving} onSave={() => void saver.flush()} />
      {theirs && (
        <ConflictNotice
          mine={value}
          theirs={theirs}
          onKeepMine={() => void saver.keepMine()}
          onTakeTheirs={() => saver.takeTheirs()}
        />
      )}
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <AgentForm
          value={value}
          hasModel={draft.hasModel}
          proposedStarters={draft.proposedStarters}
          onChange={saver.change}
          onLeaveField={() => void saver.flush()}
        />
        <aside aria-label={m.studio_card()} className="max-xl:max-w-sm xl:sticky xl:top-[calc(var(--spacing-header)+1rem)]">
          <AgentCard agentId={draft.id} value={value} />
          <p className="mt-3 text-sm text-muted">{m.studio_card_picture()}</p>
          <Link
            to="/studio/$agentId/try"
            params={{ agentId: draft.id }}
            className={`${buttonClasses('primary')} mt-3 w-full no-underline!`}
          >
            {m.studio_try()}
          </Link>
        </aside>
      </div>
    </StudioFrame>
  )
}
