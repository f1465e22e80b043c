import { isModelFailure } from '../../rules.ts'
import type { Message } from '../../schema.ts'

type Replace = Record<'retry' | 'retryFromNotes' | 'notAboutMe', (messageId: string) => void>

interface State {
  /** Whether the reply is the last message and nothing is under way. */
  isReplaceable: boolean
  isOverQuota: boolean
  /** Moves the focus, because the pressed button goes with its message. */
  onReplace: () => void
}

/** What may bring another reply in place of this one. The notes cost nothing, so they reply at the limit of the plan, too. */
export function replacementsOf(message: Message, { isReplaceable, isOverQuota, onReplace }: State, replace: Replace) {
  const { id, origin, help } = message
  const isFree = isReplaceable && !isOverQuota
  const press = (by: keyof Replace) => () => {
    replace[by](id)
    onReplace()
  }
  return {
    onRetry: isFree && origin !== 'help' ? press('retry') : null,
    onFromNotes: isReplaceable && isModelFailure(message) ? press('retryFromNotes') : null,
    onNotAboutMe: isFree && origin === 'help' && help !== 'over' ? press('notAboutMe') : null,
  }
}
