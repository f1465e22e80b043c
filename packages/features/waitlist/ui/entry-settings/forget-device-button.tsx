import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

/** For shared devices; the entry stays. */
export function ForgetDeviceButton({ onForget }: { onForget: () => void }) {
  const forget = () => {
    document.getElementById('content')?.focus({ preventScroll: true })
    onForget()
  }
  return (
    <Button variant="quiet" onClick={forget}>
      {m.waitlist_status_forget()}
    </Button>
  )
}
