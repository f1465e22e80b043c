import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi } from '@tanstack/react-router'
import { MakeYours } from '../../shell/ui/navigation/make-yours.tsx'
import { AgentList } from './agents/agent-list.tsx'
import { parseSearch } from './agents/agent-search.ts'
import { MarketplaceHero } from './marketplace-hero.tsx'

export { marketplacePage as page } from '../pages.ts'

const route = getRouteApi('/marketplace')

export function Page() {
  const search = route.useSearch()
  const { agents, themes } = route.useLoaderData()
  return (
    <>
      <MarketplaceHero />
      <div id="agents" data-list className="page-column pt-2 pb-section md:pt-6">
        <Failure of={search.failed} />
        <AgentList agents={agents} themes={themes} search={parseSearch(search)} />
        <MakeYours className="mt-8" />
      </div>
    </>
  )
}

export function Failure({ of }: { of: string | undefined }) {
  if (of !== 'start' && of !== 'conversation') return null
  return (
    <div
      role="alert"
      className="my-4 flex items-start gap-4 rounded-voice border border-line bg-paper-raised p-4 pl-5 shadow-lift"
    >
      <span aria-hidden="true" className="mt-2 size-2.5 flex-none rounded-full bg-danger" />
      <div>
        <p className="font-semibold">{of === 'start' ? m.marketplace_start_failed() : m.marketplace_conversation_failed()}</p>
        {of === 'start' && <p className="text-sm text-muted">{m.marketplace_start_failed_text()}</p>}
      </div>
    </div>
  )
}
