import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { agentImage, agentImageAddress } from '../rules.ts'
import type { Agent, AgentDetail, AgentInput, AgentsAnswer } from '../schema.ts'
import * as queries from './agent-queries.ts'

/** Every agent that is offered, oldest first. */
export async function agents({ db }: { db: Db }, { language }: { language: Locale }): Promise<AgentsAnswer> {
  return { agents: (await queries.agents(db, language)).map(agentOf) }
}

/** The agent of an address; not found when there is none, or none who is still offered. */
export async function agent({ db }: { db: Db }, { slug, language }: AgentInput): Promise<AgentDetail> {
  return detailOf(await queries.agentBySlug(db, slug, language))
}

/** The agent of a conversation, also one who is no longer offered. */
export async function agentOfId({ db }: { db: Db }, id: string, language: Locale): Promise<AgentDetail> {
  return detailOf(await queries.agentById(db, id, language))
}

function detailOf(row: queries.AgentRow | undefined): AgentDetail {
  if (!row) throw new AppError('not_found')
  return { ...agentOf(row), starters: row.starters }
}

/** The size of a picture for browsers that choose none. */
const plain = { width: 480, height: 360 }

function agentOf(row: queries.AgentRow): Agent {
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
    picture: { src: agentImageAddress(base, plain.width, 'png'), ...plain, alt: figure, base },
  }
}
