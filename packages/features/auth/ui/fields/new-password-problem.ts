import { m } from '@duo/platform/i18n/messages.ts'
import { passwordMaxLength, passwordProblem } from '../../rules.ts'

export function newPasswordProblem(password: string, own: readonly string[] = []): string | undefined {
  const problem = passwordProblem(password, own)
  if (problem === 'required') return m.auth_password_required()
  if (problem === 'too_short') return m.auth_password_short()
  if (problem === 'blank') return m.auth_password_blank()
  if (problem === 'personal') return m.auth_password_personal()
  return problem === 'too_long' ? m.auth_password_long({ count: passwordMaxLength }) : undefined
}
