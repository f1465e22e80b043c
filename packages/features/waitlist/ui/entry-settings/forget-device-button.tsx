import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

/** Makes a browser that several people use forget whose page this is. The entry stays. */
export function ForgetDeviceButton({ onForget }: { onForget: () => void }) {
  const forget = () => {
    // this button is about to go; the next Tab goes on from the page's content
    document.getElementById('content')?.focus({ preventScroll: true })
    onForget()
  }
  return (
    <Button variant="quiet" onClick={forget}>
      {m.waitlist_status_forget()}
    </Button>
  )
}
