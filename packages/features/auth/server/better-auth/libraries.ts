import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { CallState } from '../sign-in/call-state.ts'
import { type BetterAuthDeps, createBetterAuth } from './better-auth.ts'
import { applyEmailRule } from './email-rule.ts'

/** Less than browsers wait (10 s), so that they get an error. */
const discoveryTimeoutMs = 5_000

/**
 * better-auth discovers Google's endpoints before its first call, without a time-out. So only calls that need Google go to the instance that
 * has it. Throws `unavailable` when Google does not respond; the next call tries again.
 */
export function createLibraries({ keys, ...deps }: BetterAuthDeps) {
  applyEmailRule()
  const create = (some: BetterAuthDeps['keys']) => createBetterAuth({ ...deps, keys: some })
  const own = create({ ...keys, google: undefined })
  let withGoogle = keys.google && create(keys)

  return async ({ path, body }: Pick<CallState, 'path' | 'body'>) => {
    if (!withGoogle || !(body.provider === 'google' || path.endsWith('/google'))) return own
    const current = withGoogle
    const isReady = await Promise.race([current.$context.then(() => true), sleep(discoveryTimeoutMs, false, { ref: false })])
    if (isReady) return current
    // once for all calls that waited together: each instance holds a connection until Google responds
    if (withGoogle === current) withGoogle = create(keys)
    deps.context.log.warn({ provider: 'google' }, 'sign-in provider does not respond')
    throw new AppError('unavailable')
  }
}
