import { m } from '@duo/platform/i18n/messages.ts'
import type { StepMethod } from '../../second-factor-schema.ts'

export const methodTexts: Record<StepMethod, () => string> = {
  passkey: m.auth_factor_step_passkey_text,
  code: m.auth_factor_step_code_text,
  recovery_code: m.auth_factor_step_recovery_text,
}
export const methodChoices: Record<StepMethod, () => string> = {
  passkey: m.auth_factor_step_to_passkey,
  code: m.auth_factor_step_to_code,
  recovery_code: m.auth_factor_step_to_recovery,
}
export const refusalTexts: Record<StepMethod, () => string> = {
  passkey: m.auth_factor_step_refused,
  code: m.auth_factor_code_wrong,
  recovery_code: m.auth_factor_step_recovery_wrong,
}
