import type { World } from '@duo/platform/server/trpc.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { askRecovery, cancelFromStep } from '../factor-recovery/factor-recovery.ts'
import { signInOptions, signInWithPasskey } from '../passkeys/passkey-sign-in.ts'
import { passSecondStep } from './pass-second-step.ts'
import { describeStep } from './second-step.ts'
import { codeFactor, passkeyFactor, recoveryCodeFactor, stepPasskeyOptions } from './step-factors.ts'

type StepCall = (world: World, call: CallState) => Promise<Response>

/** The calls under /api/auth that a second step and a sign-in by passkey are made of. */
export const stepCalls: Record<string, StepCall> = {
  '/second-step': async (world, call) => Response.json(await describeStep(world, call)),
  '/second-step/passkey-options': async (world, call) => Response.json(await stepPasskeyOptions(world, call)),
  '/second-step/passkey': async (world, call) => passSecondStep(world, call, passkeyFactor(world, call)),
  '/second-step/code': async (world, call) => passSecondStep(world, call, codeFactor(world, call)),
  '/second-step/recovery-code': async (world, call) => passSecondStep(world, call, recoveryCodeFactor(world, call)),
  '/second-step/lost': async (world, call) => Response.json(await askRecovery(world, call)),
  '/second-step/cancel-recovery': async (world, call) => {
    await cancelFromStep(world, call)
    return Response.json({ status: true })
  },
  '/passkey/options': (world) => signInOptions(world),
  '/passkey/sign-in': signInWithPasskey,
}
