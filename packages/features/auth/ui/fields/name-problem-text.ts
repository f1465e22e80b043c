import { m } from '@duo/platform/i18n/messages.ts'
import { nameMaxLength, nameProblem } from '../../rules.ts'

export const nameTooLongText = () => m.auth_name_invalid({ max: nameMaxLength })

/** Returns what is wrong with a name, or undefined. */
export function nameProblemText(name: string): string | undefined {
  const problem = nameProblem(name)
  if (problem === null) return undefined
  return problem === 'required' ? m.auth_name_required() : nameTooLongText()
}
