import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { agentImage, agentImagePath } from '../rules.ts'
import type { Agent, AgentDetail, AgentInput, AgentsResult } from '../schema.ts'
import * as queries from './agent-queries.ts'

export async function agents({ db }: { db: Db }, { language }: { language: Locale }): Promise<AgentsResult> {
  return { agents: (await queries.listAgents(db, language)).map(toAgent) }
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
