import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import type { CodeProblem, StepMethod } from '../../schema.ts'

export const methodTexts: Record<StepMethod, () => string> = {
  passkey: m.second_factor_step_passkey_text,
  code: m.second_factor_step_code_text,
  recovery_code: m.second_factor_step_recovery_text,
}
export const methodChoices: Record<StepMethod, () => string> = {
  passkey: m.second_factor_step_to_passkey,
  code: m.second_factor_step_to_code,
  recovery_code: m.second_factor_step_to_recovery,
}
/** Explains a code that is right at another time, `clockOff` s from now. */
export function clockText(clockOff: number): string {
  const seconds = Math.abs(clockOff)
  const time = waitText(seconds < 3600 ? seconds : Math.round(seconds / 600) * 600, getLocale())
  return clockOff < 0 ? m.second_factor_clock_slow({ time }) : m.second_factor_clock_fast({ time })
}

/** Explains a code that the app shows and that is refused. */
export const problemText = (problem: CodeProblem): string =>
  problem.error === 'used_code' ? m.second_factor_code_used() : clockText(problem.clockOff)

export const refusalTexts: Record<StepMethod, () => string> = {
  passkey: m.second_factor_step_refused,
  code: m.second_factor_code_wrong,
  recovery_code: m.second_factor_step_recovery_wrong,
}
