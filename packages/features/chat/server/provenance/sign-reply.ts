import { m } from '@duo/platform/i18n/messages.ts'
import { signNote } from '@duo/platform/server/provenance/note-key.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { digitalSource } from '@duo/platform/shared/digital-source.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import type { ReplyOrigin } from '../../schema.ts'
import type { Persona } from '../agent-directory.ts'
import { digestOf, type NoteClaims } from './claims.ts'

/** Filled in while the reply is generated. */
export interface ReplyMaker {
  agent: Pick<Persona, 'slug' | 'contentVersion'> | null
  /** Name of the model whose text the reply has. */
  model: string | null
}

interface FinishedReply extends ReplyMaker {
  id: string
  text: string
  origin: ReplyOrigin | null
  at: Date
}

/** Fixed sentences that people wrote, although the reply has the origin of a model. */
export const fixedTexts = (): string[] => locales.map((locale) => m.chat_reply_instructions({}, { locale }))

/** Returns the note of a machine-made reply, or null for a text that people wrote. */
export async function signReply(
  context: Pick<AppContext, 'secret' | 'publicUrl'>,
  { id, text, origin, agent, model, at }: FinishedReply,
): Promise<string | null> {
  if (agent === null || text === '' || origin === null || fixedTexts().includes(text)) return null
  if (origin !== 'model' && origin !== 'offline') return null
  const maker = {
    engine: origin,
    agent: agent.slug,
    agentVersion: agent.contentVersion,
    model: origin === 'model' ? model : null,
  }
  return signClaims(context, { id, digest: digestOf(text), madeAt: at, ...maker })
}

interface NoteFacts {
  id: string
  digest: string
  madeAt: Date
  engine: NoteClaims['engine']
  agent: string
  agentVersion: string | null
  model: string | null
}

const sourceOf = { model: digitalSource.model, offline: digitalSource.algorithmic, unknown: null }

export function signClaims(
  { secret, publicUrl }: Pick<AppContext, 'secret' | 'publicUrl'>,
  { id, digest, madeAt, engine, agent, agentVersion, model }: NoteFacts,
): Promise<string> {
  const claims: NoteClaims = {
    iss: publicUrl,
    sub: id,
    iat: Math.floor(Date.now() / 1000),
    made_at: madeAt.toISOString(),
    agent,
    agent_version: agentVersion,
    engine,
    model,
    digital_source_type: sourceOf[engine],
    text_sha256: digest,
  }
  return signNote(secret.noteKeys[0], claims)
}
