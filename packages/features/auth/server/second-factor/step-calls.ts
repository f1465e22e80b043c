import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { cancelRecoveryFromStep, requestRecovery } from '../factor-recovery/factor-recovery.ts'
import { passkeySignInOptions, signInWithPasskey } from '../passkeys/passkey-sign-in.ts'
import { passSecondStep } from './pass-second-step.ts'
import { getSecondStep } from './second-step.ts'
import { codeFactor, passkeyFactor, recoveryCodeFactor, stepPasskeyOptions } from './step-factors.ts'

type StepHandler = (context: AppContext, call: CallState) => Promise<Response>

export const stepHandlers: Record<string, StepHandler> = {
  '/second-step': async (context, call) => Response.json(await getSecondStep(context, call)),
  '/second-step/passkey-options': async (context, call) => Response.json(await stepPasskeyOptions(context, call)),
  '/second-step/passkey': async (context, call) => passSecondStep(context, call, passkeyFactor(context, call)),
  '/second-step/code': async (context, call) => passSecondStep(context, call, codeFactor(context, call)),
  '/second-step/recovery-code': async (context, call) => passSecondStep(context, call, recoveryCodeFactor(context, call)),
  '/second-step/lost': async (context, call) => Response.json(await requestRecovery(context, call)),
  '/second-step/cancel-recovery': async (context, call) => {
    await cancelRecoveryFromStep(context, call)
    return Response.json({ status: true })
  },
  '/passkey/options': (context) => passkeySignInOptions(context),
  '/passkey/sign-in': signInWithPasskey,
}
