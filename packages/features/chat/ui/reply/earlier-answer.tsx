import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { bubbleWidth } from '../messages/message-classes.ts'

/** Under a reply that broke off or failed: the version before it is kept. */
export const EarlierAnswer = ({ disabled, onShow }: { disabled: boolean; onShow: () => void }) => (
  <div className={`${bubbleWidth} mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm print:hidden`}>
    <span>{m.chat_earlier_kept()}</span>
    <Button variant="quiet" disabled={disabled} onClick={onShow}>
      {m.chat_earlier_show()}
    </Button>
  </div>
)
