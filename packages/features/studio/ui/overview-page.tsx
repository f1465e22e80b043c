import { Name } from '@duo/platform/browser/ui/name.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useSession } from '../../session/ui/session-provider.tsx'
import { useMutation } from '../../shell/ui/api/use-mutation.ts'
import { NoindexHead } from '../../shell/ui/pages/noindex-head.tsx'
import type { AgentState, StudioAgent } from '../schema.ts'
import { StudioClosed } from './frame/studio-closed.tsx'
import { PairMark } from './studio-icons.tsx'
import { DropZone } from './uploads/drop-zone.tsx'
import type { NamedFile } from './uploads/dropped-files.ts'
import { useUploads } from './uploads/use-uploads.ts'

const route = getRouteApi('/studio')

export function Page() {
  const overview = route.useLoaderData()
  const { viewer } = useSession()
  if (!overview) return <StudioClosed />
  return <Overview key={viewer?.id} agents={overview.agents} />
}

function Overview({ agents }: { agents: readonly StudioAgent[] }) {
  const { create, state } = useNewAgent()
  return (
    <div className="page-column pt-[calc(var(--spacing-header)+2rem)] pb-16">
      <NoindexHead title={m.studio_head_title()} description={m.studio_head_text()} />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <h1 className="font-voice text-5xl font-[560]">
            <span className="block">{m.studio_hero_first()}</span>
            <span className="block font-[360]">{m.studio_hero_second()}</span>
          </h1>
          <ol className="mt-8 grid max-w-[46ch] gap-4">
            {[m.studio_step_one, m.studio_step_two, m.studio_step_three].map((step, index) => (
              <li key={step()} className="flex gap-4">
                <span aria-hidden="true" className="figures font-voice text-xl font-[560]">
                  {index + 1}
                </span>
                <span className="pt-0.5">{step()}</span>
              </li>
            ))}
          </ol>
          <p className="mt-8 max-w-[46ch] border-l-4 border-overlap pl-4 text-muted">{m.studio_today()}</p>
        </div>
        <div>
          <DropZone title={m.studio_zone_title()} level={2} busy={state === 'pending'} onFiles={create} />
          <p role="status" className="mt-3 font-semibold text-danger empty:hidden">
            {state === 'failed' ? m.studio_failed() : state === 'too_many' ? m.studio_too_many_agents() : null}
          </p>
        </div>
      </div>
      {agents.length > 0 && <Agents agents={agents} />}
      <Promises />
    </div>
  )
}

/** Creates an agent for files that were dropped, and leads to its documents. */
function useNewAgent() {
  const navigate = useNavigate()
  const { start } = useUploads(null)
  const { state, run } = useMutation<readonly NamedFile[], 'too_many'>({
    call: async (api, files) => {
      const result = await api.studio.createAgent.mutate({ name: m.studio_new_name(), language: getLocale() })
      if (result.error !== null) return result.error
      start(result.agent.id, files)
      await navigate({ to: '/studio/$agentId', params: { agentId: result.agent.id } })
      return null
    },
  })
  return { state, create: (files: readonly NamedFile[]) => void run(files) }
}

function Agents({ agents }: { agents: readonly StudioAgent[] }) {
  return (
    <section aria-labelledby="own-agents" className="mt-16 border-t border-line pt-8">
      <h2 id="own-agents" className="font-voice text-3xl font-[560]">
        {m.studio_agents()}
      </h2>
      <ul className="mt-4">
        {agents.map(({ id, name, documents, passages, state }) => (
          <li key={id} className="border-t border-line first:border-0">
            <Link
              to="/studio/$agentId"
              params={{ agentId: id }}
              className="flex min-h-touch flex-wrap items-start gap-x-4 gap-y-1 py-4 no-underline! hover:bg-paper-sunk"
            >
              <PairMark state={passages > 0 ? 'met' : 'apart'} />
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
                <Name>{name}</Name>
              </span>
              <span className="text-sm font-semibold">{stateNames[state]()}</span>
              <span className="figures text-sm text-muted">{m.studio_agent_counts({ documents, passages })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stateNames: Record<AgentState, () => string> = {
  private: m.studio_state_private,
  shared: m.studio_state_shared,
  paused: m.studio_state_paused,
  taken_down: m.studio_state_taken_down,
}

function Promises() {
  const promises = [
    { title: m.studio_promise_private(), text: m.studio_promise_private_text() },
    { title: m.studio_promise_training(), text: m.studio_promise_training_text() },
    { title: m.studio_promise_deleted(), text: m.studio_promise_deleted_text() },
    { title: m.studio_promise_pictures(), text: m.studio_promise_pictures_text() },
  ]
  return (
    <dl className="mt-16 grid gap-x-10 gap-y-6 border-t border-line pt-8 sm:grid-cols-2 lg:grid-cols-4">
      {promises.map(({ title, text }) => (
        <div key={title}>
          <dt className="font-semibold">{title}</dt>
          <dd className="mt-1 text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
