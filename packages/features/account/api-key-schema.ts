import { type Scope, scopes } from '@duo/platform/shared/scopes.ts'
import { z } from 'zod'
import { currentPasswordSchema, labelSchema } from '../auth/schema.ts'
import { maxApiKeyDays } from './api-key-rules.ts'

export const createApiKeyInput = z.object({
  name: labelSchema,
  scopes: z
    .array(z.enum(scopes, 'invalid'), 'invalid')
    .min(1, 'scope_required')
    .max(scopes.length, 'invalid')
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  days: z.number('invalid').int('invalid').min(1, 'invalid').max(maxApiKeyDays, 'invalid'),
  password: currentPasswordSchema,
})
export const revokeApiKeyInput = z.object({ id: z.uuid('invalid') })

export interface ApiKeyEntry {
  id: string
  name: string
  scopes: Scope[]
  hint: string
  createdAt: string
  expiresAt: string
  /** Exact to a minute; null until the first call. */
  lastUsedAt: string | null
}

/** `token` is the key itself; no later response contains it. */
export type CreateApiKeyResult = { error: null; token: string; key: ApiKeyEntry } | { error: 'too_many' }
