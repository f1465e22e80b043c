import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { shareImagePath } from '@duo/platform/shared/share-image.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MakeYours } from '../../../shell/ui/navigation/make-yours.tsx'
import { NoindexHead } from '../../../shell/ui/pages/noindex-head.tsx'
import { agentPath } from '../../agent-rules.ts'
import type { SharedAgent } from '../../agent-schema.ts'
import { AgentBasis, AgentFace } from './agent-face.tsx'
import { AgentTalk } from './agent-talk.tsx'
import { ReportButton } from './report-button.tsx'
import { ShareButton } from './share-button.tsx'

const route = getRouteApi('/agents/$slug')

/** Everyone with the link may read and ask here, without an account. The face renders without scripts. */
export function Page() {
  const agent = route.useLoaderData()
  const { name, slug, profile } = agent
  const description = profile.line || profile.description || m.studio_shared_head_text({ name })
  return (
    <>
      <NoindexHead
        title={m.studio_shared_head({ name })}
        description={description}
        image={shareImagePath(agentPath(slug), getLocale())}
      />
      <div className="page-column pt-[calc(var(--spacing-header)+1.5rem)] pb-16 md:pt-[calc(var(--spacing-header)+3rem)]">
        {agent.isOwn && <OwnNotice />}
        {/* another agent begins another talk */}
        <div key={slug} className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[5fr_6fr] lg:grid-rows-[auto_1fr]">
          <AgentFace agent={agent} />
          {/* on a phone, the question comes before the small print */}
          <section aria-labelledby="ask-agent" className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <h2 id="ask-agent" className="font-voice text-3xl font-[560] text-balance">
              {m.studio_shared_ask_title()}
            </h2>
            {agent.state === 'paused' ? <Paused /> : <AgentTalk agent={agent} />}
            <Below agent={agent} />
          </section>
          <AgentBasis agent={agent} />
        </div>
      </div>
    </>
  )
}

const OwnNotice = () => (
  <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 border-l-4 border-overlap pl-4 font-semibold">
    <span>{m.studio_shared_own()}</span>
    <Link to="/studio" className="text-link inline-flex min-h-touch items-center">
      {m.studio_shared_own_link()}
    </Link>
  </p>
)

function Paused() {
  return (
    <div className="mt-4">
      <p className="text-lg">{m.studio_shared_paused()}</p>
      <Link to="/marketplace" className={`${buttonClasses('quiet')} mt-4 no-underline!`}>
        {m.studio_shared_marketplace()}
      </Link>
    </div>
  )
}

function Below({ agent }: { agent: SharedAgent }) {
  return (
    <div className="mt-8 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <ShareButton name={agent.name} slug={agent.slug} />
        <ReportButton slug={agent.slug} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4">
        <p className="text-muted">{m.studio_shared_teach()}</p>
        <MakeYours />
      </div>
    </div>
  )
}
