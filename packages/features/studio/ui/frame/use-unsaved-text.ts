import { m } from '@duo/platform/i18n/messages.ts'
import { useBlocker } from '@tanstack/react-router'

/** Asks before the page is left while there is text that was not saved. */
export const useUnsavedText = (isUnsaved: boolean): void => {
  useBlocker({ shouldBlockFn: () => isUnsaved && !confirm(m.studio_leave_text()), enableBeforeUnload: () => isUnsaved })
}
