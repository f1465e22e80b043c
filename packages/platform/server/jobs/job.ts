import type { z } from 'zod'

/** What a running job knows about itself. */
export type JobContext = {
  /** Names what the job causes elsewhere (a mail, say): the same for every attempt, and never used by another job. */
  messageId: string
  /** 1 on the first run. */
  attempt: number
  /** Aborted when the worker is stopping, or another worker has the job by now: end soon. */
  signal: AbortSignal
}

/** JSON without transforms or defaults: a payload is checked when it is stored and again when it is run. */
export type JobPayload = Record<string, unknown>

/** What is stored of a job. The library keeps it as it is when a job is tried again, is dead and is revived. */
export type StoredJob<Payload = unknown> = { messageId: string; payload: Payload }

/** What is stored of a job that is held: the same, and where it belongs (carry.ts). */
export type HeldJob = StoredJob & {
  held: { queue: string; runAt: string; key: string | null; retries: number; dead: string | null }
}

export type Job<Deps, Payload extends JobPayload> = {
  name: string
  payload: z.ZodType<Payload, Payload>
  maxAttempts: number
  oneAtATime: boolean
  /** Checks a stored payload and runs the job. */
  perform: (world: Deps, payload: unknown, context: JobContext) => Promise<void>
}

/** Any job that this world can run; a registry is an array of these. */
export type AnyJob<Deps> = Pick<Job<Deps, never>, 'name' | 'maxAttempts' | 'oneAtATime' | 'perform'>

type JobDefinition<Deps, Payload extends JobPayload> = {
  /** `feature.action`; it names stored jobs, so it changes only together with a migration of the waiting ones. */
  name: string
  /** Ids only: payloads are stored in the clear and outlive the person's data. */
  payload: z.ZodType<Payload, Payload>
  /** Runs before the job is dead. The 25 of the default, with back-off, are about four days. */
  maxAttempts?: number
  /** Runs never overlap, on no server. */
  oneAtATime?: boolean
  /**
   * Delivery is at least once: a run that is repeated must do no harm. A throw is tried again after 2^attempt seconds
   * (eight hours at most); `permanentFailure` is not tried again.
   */
  run: (world: Deps, payload: Payload, context: JobContext) => Promise<void>
}

/** Defines something that happens later. Annotate the world in `run`; the payload's type comes from its schema. */
export function defineJob<Deps, Payload extends JobPayload>(definition: JobDefinition<Deps, Payload>): Job<Deps, Payload> {
  const { name, payload: schema, maxAttempts = 25, oneAtATime = false, run } = definition
  return {
    name,
    payload: schema,
    maxAttempts,
    oneAtATime,
    async perform(world, payload, context) {
      const parsed = schema.safeParse(payload)
      if (!parsed.success) throw permanentFailure(`The stored payload no longer fits ${name}`, { code: 'bad_payload' })
      await run(world, parsed.data, context)
    },
  }
}

/** A failure that trying again cannot mend; the job is dead at once. */
export type PermanentFailure = Error & { permanent: true; code?: string }

/** Tags a failure as permanent. The message must be safe to log; `code` is a short machine word. */
export function permanentFailure(message: string, { code }: { code?: string } = {}): PermanentFailure {
  return Object.assign(new Error(message), { permanent: true as const, code })
}

export function isPermanent(error: unknown): error is PermanentFailure {
  return error instanceof Error && 'permanent' in error && error.permanent === true
}
