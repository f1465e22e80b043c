import type { AppContext } from '@duo/platform/server/trpc.ts'
import { authenticationResponse } from '../../second-factor-schema.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { cancelRecoveryFromStep, requestRecovery } from '../factor-recovery/factor-recovery.ts'
import { passkeySignInOptions, signInWithPasskey } from '../passkeys/passkey-sign-in.ts'
import { actorOfCall } from '../sign-in/sign-in.ts'
import { passSecondStep } from './pass-second-step.ts'
import { getSecondStep } from './second-step.ts'
import { codeFactor, passkeyFactor, recoveryCodeFactor, stepPasskeyOptions } from './step-factors.ts'

type StepHandler = (context: AppContext, call: CallState) => Promise<Response>

function assertionOf({ body }: CallState) {
  const { data } = authenticationResponse.safeParse(body.response)
  if (!data) throw new AuthEndpointError('VALIDATION_ERROR', 'Invalid response')
  return data
}

export const stepHandlers: Record<string, StepHandler> = {
  '/second-step': async (context, call) => Response.json(await getSecondStep(context, call)),
  '/second-step/passkey-options': async (context, call) => Response.json(await stepPasskeyOptions(context, call)),
  '/second-step/passkey': async (context, call) => passSecondStep(context, call, passkeyFactor(context, assertionOf(call))),
  '/second-step/code': async (context, call) => passSecondStep(context, call, codeFactor(context, String(call.body.code))),
  '/second-step/recovery-code': async (context, call) =>
    passSecondStep(context, call, recoveryCodeFactor(context, String(call.body.code), actorOfCall(call))),
  '/second-step/lost': async (context, call) => Response.json(await requestRecovery(context, call)),
  '/second-step/cancel-recovery': async (context, call) => {
    await cancelRecoveryFromStep(context, call)
    return Response.json({ status: true })
  },
  '/passkey/options': (context) => passkeySignInOptions(context),
  '/passkey/sign-in': signInWithPasskey,
}
