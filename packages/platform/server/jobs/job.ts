import type { z } from 'zod'

export type JobContext = {
  /** Idempotency id for effects such as e-mails: the same for every attempt, unique per job. */
  messageId: string
  /** 1 on the first run. */
  attempt: number
  /** Aborted when the worker stops or has lost the job: finish soon. */
  signal: AbortSignal
}

/** JSON without transforms or defaults, because it is validated both on enqueue and on run. */
export type JobPayload = Record<string, unknown>

export type StoredJob<Payload = unknown> = { messageId: string; payload: Payload }

export type HeldJob = StoredJob & {
  held: { queue: string; runAt: string; key: string | null; retries: number; dead: string | null }
}

export type Job<Deps, Payload extends JobPayload> = {
  name: string
  payload: z.ZodType<Payload, Payload>
  maxAttempts: number
  oneAtATime: boolean
  perform: (dependencies: Deps, payload: unknown, context: JobContext) => Promise<void>
}

export type AnyJob<Deps> = Pick<Job<Deps, never>, 'name' | 'maxAttempts' | 'oneAtATime' | 'perform'>

type JobDefinition<Deps, Payload extends JobPayload> = {
  /** `feature.action`. Renaming it requires a migration of the stored jobs. */
  name: string
  /** Ids only: payloads are stored in plain text and outlive erased data. */
  payload: z.ZodType<Payload, Payload>
  /** Default 25, about four days with back-off. */
  maxAttempts?: number
  /** Across all servers. */
  oneAtATime?: boolean
  /** At least once, so make it idempotent. Errors are retried after 2^attempt seconds (max. 8 h), except `permanentFailure`. */
  run: (dependencies: Deps, payload: Payload, context: JobContext) => Promise<void>
}

export function defineJob<Deps, Payload extends JobPayload>(definition: JobDefinition<Deps, Payload>): Job<Deps, Payload> {
  const { name, payload: schema, maxAttempts = 25, oneAtATime = false, run } = definition
  return {
    name,
    payload: schema,
    maxAttempts,
    oneAtATime,
    async perform(dependencies, payload, context) {
      const parsed = schema.safeParse(payload)
      if (!parsed.success) throw permanentFailure(`The stored payload no longer fits ${name}`, { code: 'bad_payload' })
      await run(dependencies, parsed.data, context)
    },
  }
}

export type PermanentFailure = Error & { permanent: true; code?: string }

export function permanentFailure(message: string, { code }: { code?: string } = {}): PermanentFailure {
  return Object.assign(new Error(message), { permanent: true as const, code })
}

export function isPermanent(error: unknown): error is PermanentFailure {
  return error instanceof Error && 'permanent' in error && error.permanent === true
}
