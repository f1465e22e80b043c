import { notFound } from '@tanstack/react-router'
import { redirectSignedOut } from '../../auth/ui/redirect-signed-out.ts'
import { keepOnFailure } from '../../auth/ui/reload/keep-on-failure.ts'
import { failureCode } from '../../auth/ui/trpc-errors.ts'
import type { Api, PageContext } from '../../shell/ui/pages/page-context.ts'
import type { AgentDraft, AudienceResult, Correction, CoverageResult, SharedAgent } from '../agent-schema.ts'
import type { DocumentsResult, PassagesResult, StudioOverview } from '../schema.ts'

type Procedures = Awaited<ReturnType<Api>>

/** Redirects when the session has ended; another account's pages are not found. Null while the studio is closed to the account. */
async function load<T>(context: PageContext, next: string, ask: (api: Procedures) => Promise<T>): Promise<T | null> {
  try {
    return await keepOnFailure(context, next, async () => ask(await context.api()))
  } catch (error) {
    redirectSignedOut(error, context, next)
    const code = failureCode(error)
    if (code === 'forbidden') return null
    if (code === 'not_found' || code === 'bad_input') throw notFound()
    throw error
  }
}

export const loadOverview = (context: PageContext): Promise<StudioOverview | null> =>
  load(context, '/studio', (api) => api.studio.overview.query())

export const loadDocuments = (context: PageContext, agentId: string): Promise<DocumentsResult | null> =>
  load(context, `/studio/${agentId}`, (api) => api.studio.documents.query({ agentId }))

/** `at`: the place of a passage, with which the page begins. */
export const loadDocument = (
  context: PageContext,
  { documentId, at }: { documentId: string; at: number | undefined },
): Promise<PassagesResult | null> =>
  load(context, `/studio/documents/${documentId}`, (api) =>
    api.studio.passages.query({ documentId, after: at === undefined ? -1 : at - 1 }),
  )

export const loadAgent = (context: PageContext, agentId: string, place: 'agent' | 'try'): Promise<AgentDraft | null> =>
  load(context, `/studio/${agentId}/${place}`, (api) => api.studio.agent.query({ agentId }))

export const loadCoverage = (context: PageContext, agentId: string): Promise<CoverageResult | null> =>
  load(context, `/studio/${agentId}/coverage`, (api) => api.studio.coverage.query({ agentId }))

export const loadCorrections = (
  context: PageContext,
  agentId: string,
): Promise<{ agent: AgentDraft; corrections: Correction[] } | null> =>
  load(context, `/studio/${agentId}/corrections`, async ({ studio }) => {
    const [agent, { corrections }] = await Promise.all([studio.agent.query({ agentId }), studio.corrections.query({ agentId })])
    return { agent, corrections }
  })

export const loadSharing = (
  context: PageContext,
  agentId: string,
): Promise<{ agent: AgentDraft; audience: AudienceResult } | null> =>
  load(context, `/studio/${agentId}/share`, async ({ studio }) => {
    const [agent, audience] = await Promise.all([studio.agent.query({ agentId }), studio.audience.query({ agentId })])
    return { agent, audience }
  })

/** Throws `notFound` for links that are unknown, private or taken down. */
export async function loadSharedAgent({ api }: PageContext, slug: string): Promise<SharedAgent> {
  try {
    const { studio } = await api()
    return await studio.sharedAgent.query({ slug })
  } catch (error) {
    const code = failureCode(error)
    if (code === 'not_found' || code === 'bad_input') throw notFound()
    throw error
  }
}
