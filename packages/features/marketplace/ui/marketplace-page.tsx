import { ToastProvider, useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { AgentList } from './agents/agent-list.tsx'
import { AgentsSkeleton } from './agents/agent-list-states.tsx'
import { parseSearch } from './agents/agent-search.ts'
import { MarketplaceHero } from './marketplace-hero.tsx'

export { marketplacePage as page } from '../pages.ts'

const route = getRouteApi('/marketplace')

export function Page() {
  const search = route.useSearch()
  const data = route.useLoaderData()
  return (
    <ToastProvider closeLabel={m.marketplace_close()}>
      <ConversationFailedToast />
      <MarketplaceHero />
      <div id="agents" className="page-column pt-2 pb-section md:pt-6">
        <Suspense fallback={<AgentsSkeleton />}>
          <AgentList data={data} search={parseSearch(search)} start={search.start} />
        </Suspense>
      </div>
    </ToastProvider>
  )
}

function ConversationFailedToast() {
  const toast = useToast()
  const failed = useRouterState({ select: ({ location }) => location.state.conversationFailed === true })
  useEffect(() => {
    if (failed) toast({ title: m.marketplace_conversation_failed(), tone: 'danger' })
  }, [failed, toast])
  return null
}
