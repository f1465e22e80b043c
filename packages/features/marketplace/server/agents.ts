import type { Db } from '@duo/db/index.ts'
import { findTheme } from '@duo/engine/search/find-theme.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { agentImage, agentImagePath } from '../rules.ts'
import type { Agent, AgentDetail, AgentInput, AgentsInput, AgentsResult, AgentTheme } from '../schema.ts'
import * as queries from './agent-queries.ts'
import { knowledgeIn } from './notes/knowledge.ts'

export async function agents({ db }: { db: Db }, { language, theme = '' }: AgentsInput): Promise<AgentsResult> {
  const listed = (await queries.listAgents(db, language)).map(toAgent)
  return { agents: listed, themes: theme === '' ? [] : await findThemes(db, listed, { language, theme }) }
}

const maxThemes = 4

async function findThemes(db: Db, listed: readonly Agent[], { language, theme }: { language: Locale; theme: string }) {
  const { getNotes } = knowledgeIn(db)
  const found: (AgentTheme & { score: number })[] = []
  // one after the other, because the first search prepares each agent's notes
  for (const { id, slug } of listed) {
    const notes = await getNotes({ agentId: id, language })
    const match = notes && findTheme(notes, theme)
    if (match) found.push({ slug, ...match })
  }
  const best = found.toSorted((one, other) => other.score - one.score).slice(0, maxThemes)
  return best.map(({ slug, title }) => ({ slug, title }))
}

/** Throws `not_found` for hidden agents. */
export async function agent({ db }: { db: Db }, { slug, language }: AgentInput): Promise<AgentDetail> {
  return toAgentDetail(await queries.findAgentBySlug(db, slug, language))
}

/** Includes hidden agents. */
export async function findAgentDetail({ db }: { db: Db }, id: string, language: Locale): Promise<AgentDetail> {
  return toAgentDetail(await queries.findAgentById(db, id, language))
}

function toAgentDetail(row: queries.AgentRow | undefined): AgentDetail {
  if (!row) throw new AppError('not_found')
  return { ...toAgent(row), starters: row.starters }
}

const defaultSize = { width: 480, height: 360 }

function toAgent(row: queries.AgentRow): Agent {
  const { id, slug, name, description, category, colors, lived, figure, keywords } = row
  const base = agentImage(slug)
  return {
    id,
    slug,
    name,
    description,
    voice_description: row.voiceDescription,
    created_at: row.createdAt.toISOString(),
    category,
    colors,
    lived,
    keywords,
    picture: { src: agentImagePath(base, defaultSize.width, 'png'), ...defaultSize, alt: figure, base },
  }
}
