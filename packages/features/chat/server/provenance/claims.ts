import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What a note says about a reply. It proves who made the text and that the text is unaltered, not that it is true. */
export const noteClaims = z.object({
  /** Address of the server that signed. */
  iss: z.string(),
  /** Id of the reply. */
  sub: z.string(),
  /** When signed, in seconds since 1970. */
  iat: z.int(),
  /** When the reply ended (ISO 8601); for replies signed later, when it began. */
  made_at: z.string(),
  agent: z.string(),
  /** Hash of the agent's texts and notes; null if the reply was signed later. */
  agent_version: z.string().nullable(),
  engine: z.enum(['model', 'offline', 'unknown']),
  model: z.string().nullable(),
  /** IPTC term; null if the engine is unknown. */
  digital_source_type: z.string().nullable(),
  /** SHA-256 of the text in UTF-8, base64url. */
  text_sha256: z.string(),
})
export type NoteClaims = z.infer<typeof noteClaims>

export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')
