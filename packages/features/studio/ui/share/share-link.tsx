import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { Button, ButtonLink } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link, useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { notifyTabs } from '../../../shell/ui/api/use-server-sync.ts'
import { type Api, usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { LinkField } from '../../../shell/ui/sharing/link-field.tsx'
import { agentPath } from '../../agent-rules.ts'
import type { AgentDraft, ShareAgentResult, ShareRefusal, Sharing } from '../../agent-schema.ts'
import { AskInPlace } from '../frame/ask-in-place.tsx'
import { personHash } from '../person/person-field.tsx'

type Procedures = Awaited<ReturnType<Api>>['studio']
type Act = 'share' | 'goBack' | 'pause' | 'resume' | 'unshare'

const acts: Record<Act, (studio: Procedures, agentId: string) => Promise<ShareAgentResult>> = {
  share: (studio, agentId) => studio.share.mutate({ agentId }),
  goBack: (studio, agentId) => studio.goBack.mutate({ agentId }),
  pause: (studio, agentId) => studio.pause.mutate({ agentId, paused: true }),
  resume: (studio, agentId) => studio.pause.mutate({ agentId, paused: false }),
  unshare: (studio, agentId) => studio.unshare.mutate({ agentId }),
}

interface ShareLinkProps {
  agent: Pick<AgentDraft, 'id' | 'passages'>
  sharing: Sharing
  onChanged: (sharing: Sharing) => void
}

/** Whether an agent is shared, its link, and what can be done about both. */
export function ShareLink({ agent, sharing, onChanged }: ShareLinkProps) {
  const { origin } = usePageContext()
  const [isEnding, setEnding] = useState(false)
  const [last, setLast] = useState<Act | null>(null)
  const opener = useFocusBack(isEnding)
  const hydrated = useHydrated()
  const section = useRef<HTMLElement>(null)
  const {
    state: call,
    pending,
    run,
  } = useMutation<Act, ShareRefusal>({
    call: async ({ studio }, act) => {
      setLast(act)
      const result = await acts[act](studio, agent.id)
      if (result.error !== null) return result.error
      onChanged(result.sharing)
      setEnding(false)
      // the pressed button may go away
      section.current?.focus({ preventScroll: true })
      notifyTabs('studio')
      return null
    },
  })
  const act = (name: Act) => ({
    busy: pending && last === name,
    disabled: !hydrated,
    'aria-disabled': pending || undefined,
    onClick: () => void run(name),
  })
  const { state, slug, hasChanges, before } = sharing
  const momentText = useLocalDateTime()
  const isShown = state === 'shared' || state === 'paused'
  const path = slug === null ? null : localizePath(agentPath(slug), getLocale())
  return (
    <section ref={section} tabIndex={-1} aria-label={m.studio_share_title()} className="grid gap-4 outline-none">
      <p className="border-l-4 border-overlap pl-4 text-lg">{stateText(sharing, momentText)}</p>
      {state === 'taken_down' && sharing.takedownReason && (
        <p className="font-semibold wrap-anywhere">{m.studio_share_reason({ reason: sharing.takedownReason })}</p>
      )}
      {isShown && path !== null && (
        <div className="max-w-xl">
          <LinkField label={m.studio_share_link()} link={origin + path} />
          <ButtonLink variant="plain" href={path} target="_blank" rel="noopener" className="mt-1 -ml-5">
            {m.studio_share_open()}
          </ButtonLink>
        </div>
      )}
      {isShown && <p>{hasChanges ? m.studio_share_changes() : m.studio_share_no_changes()}</p>}
      {state === 'private' && <p className="max-w-[56ch] text-muted">{m.studio_share_stays()}</p>}
      <div className="flex flex-wrap gap-3">
        {state === 'private' && <Button {...act('share')}>{m.studio_share_now()}</Button>}
        {state === 'paused' && <Button {...act('resume')}>{m.studio_share_resume()}</Button>}
        {isShown && hasChanges && (
          <Button variant={state === 'paused' ? 'quiet' : 'primary'} {...act('share')}>
            {m.studio_share_again()}
          </Button>
        )}
        {isShown && before !== null && (
          <Button variant="quiet" {...act('goBack')}>
            {m.studio_share_back({ date: momentText(before) })}
          </Button>
        )}
        {state === 'shared' && (
          <Button variant="quiet" {...act('pause')}>
            {m.studio_share_pause()}
          </Button>
        )}
        {isShown && !isEnding && (
          <Button ref={opener} variant="plain" disabled={!hydrated} onClick={() => setEnding(true)}>
            {m.studio_share_end()}
          </Button>
        )}
      </div>
      {isEnding && (
        <AskInPlace text={m.studio_share_end_sure()} onKeep={() => setEnding(false)}>
          <Button variant="danger" autoFocus {...act('unshare')}>
            {m.studio_share_end()}
          </Button>
        </AskInPlace>
      )}
      <Outcome call={call} last={last} agentId={agent.id} />
    </section>
  )
}

function stateText({ state, sharedAt }: Sharing, momentText: (at: string) => string): string {
  if (state === 'shared') return m.studio_share_shared({ date: sharedAt === null ? '' : momentText(sharedAt) })
  if (state === 'paused') return m.studio_share_paused()
  return state === 'taken_down' ? m.studio_share_taken_down() : m.studio_share_private()
}

const refusals: Record<string, () => string> = {
  no_passages: m.studio_share_no_passages,
  person: m.studio_share_person,
  plan: m.studio_share_plan,
  taken_down: m.studio_share_refused,
  failed: m.studio_failed,
}

function Outcome({ call, last, agentId }: { call: string; last: Act | null; agentId: string }) {
  const refusal = refusals[call]
  return (
    <div>
      <p role="status" className={`font-semibold empty:hidden ${refusal ? 'text-danger' : ''}`}>
        {refusal ? refusal() : call !== 'done' ? null : last === 'share' ? m.studio_share_done() : m.studio_share_changed()}
      </p>
      {call === 'plan' && (
        <a href={localizePath('/pricing', getLocale())} className="text-link inline-flex min-h-touch items-center font-semibold">
          {m.studio_share_plans()}
        </a>
      )}
      {call === 'person' && (
        <Link
          to="/studio/$agentId/agent"
          params={{ agentId }}
          hash={personHash}
          className="text-link inline-flex min-h-touch items-center font-semibold"
        >
          {m.studio_share_person_answer()}
        </Link>
      )}
      {call === 'no_passages' && (
        <Link to="/studio/$agentId" params={{ agentId }} className="text-link inline-flex min-h-touch items-center font-semibold">
          {m.studio_add_documents()}
        </Link>
      )}
    </div>
  )
}
