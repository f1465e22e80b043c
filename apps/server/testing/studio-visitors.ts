import type { Source } from '@duo/features/chat/schema.ts'
import { newProfile } from '@duo/features/studio/agent-rules.ts'
import type {
  AgentDraft,
  OpenResult,
  ReportResult,
  ShareAgentResult,
  SharedAgent,
  Sharing,
} from '@duo/features/studio/agent-schema.ts'
import { testBrowser } from './accounts.ts'
import type { Browser } from './chat.ts'
import type { creator } from './studio.ts'

type Studio = Awaited<ReturnType<typeof creator>>

/** What a creator does with an agent that is shared by link. */
export function sharer({ browser, agentId }: Pick<Studio, 'browser' | 'agentId'>) {
  const done = async (procedure: string, input: object = {}) =>
    ((await browser.call(procedure, { agentId, ...input })).data as { sharing: Sharing }).sharing
  return {
    share: async () => (await browser.call('studio.share', { agentId })).data as ShareAgentResult,
    goBack: () => done('studio.goBack'),
    unshare: () => done('studio.unshare'),
    pause: async (paused: boolean) => (await browser.call('studio.pause', { agentId, paused })).data as ShareAgentResult,
    /** Saves a name and what else changes in the profile. */
    save: async (name: string, change: Partial<AgentDraft['profile']> = {}) => {
      const { revision } = (await browser.call('studio.agent', { agentId })).data as AgentDraft
      await browser.call('studio.saveAgent', { agentId, revision, name, profile: { ...newProfile, person: 'none', ...change } })
    },
    correct: async (question: string, answer: string) => browser.call('studio.addCorrection', { agentId, question, answer }),
  }
}

interface GuestReply {
  status: number
  text: string
  sources: Source[]
  /** The reply's signed note. */
  provenance: string
}

/** Returns a browser without an account, and what it does with the agent behind a link. */
export function visitor(url: string, slug: string, browser: Browser = testBrowser(url)) {
  const ask = async (question: string, turns: readonly { question: string; answer: string }[] = []): Promise<GuestReply> => {
    const body = JSON.stringify({ slug, question, language: 'en', turns })
    const response = await browser.request('/api/trpc/studio.askAgent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const events = [...(await response.text()).matchAll(/^data: (\{"type".*)$/gm)].map(
      ([, data = '']) => JSON.parse(data) as { type: string; text?: string; sources?: Source[]; provenance?: string },
    )
    return {
      status: response.status,
      text: events.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join(''),
      sources: events.findLast(({ type }) => type === 'sources')?.sources ?? [],
      provenance: events.findLast(({ type }) => type === 'end')?.provenance ?? '',
    }
  }
  return {
    ask,
    agent: async () => {
      const { status, data } = await browser.call('studio.sharedAgent', { slug })
      return { status, agent: data as SharedAgent | undefined }
    },
    open: async (passageId: string) => {
      const { status, data } = await browser.call('studio.openShared', { slug, passageId })
      return { status, result: data as OpenResult | undefined }
    },
    report: async (reason: string) => (await browser.call('studio.report', { slug, reason, question: '', reply: '' })).status,
    reportReply: async (reply: string, provenance: string) =>
      (await browser.call('studio.report', { slug, reason: 'Wrong.', question: 'Why?', reply, provenance })).data as ReportResult,
  }
}
