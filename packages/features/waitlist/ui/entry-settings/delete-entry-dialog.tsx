import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useMutation } from '#shell/ui/api/use-mutation.ts'
import { EntryErrorMessage } from './entry-error.tsx'

export interface DeleteEntryProps {
  ticket: string
  email: string
  onErased: () => void
  onExpired: () => void
}

export interface DeleteEntryDialogProps extends DeleteEntryProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: { readonly current: HTMLElement | null }
}

export function DeleteEntryDialog({
  ticket,
  email,
  onErased,
  onExpired,
  open,
  onOpenChange,
  returnFocusTo,
}: DeleteEntryDialogProps) {
  const consequences = [m.waitlist_status_erase_place(), m.waitlist_status_erase_answers(), m.waitlist_status_erase_friends()]

  const { state, button } = useMutation<void, 'needs_mail' | 'expired'>({
    call: async ({ waitlist }) => {
      const { error } = await waitlist.erase.mutate({ ticket })
      if (error === 'needs_mail') return error
      if (error === null) onErased()
      else onExpired()
      return error && 'expired'
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.waitlist_status_erase_title()}
      description={m.waitlist_status_erase_text({ email })}
      closeLabel={m.waitlist_status_erase_close()}
      returnFocusTo={returnFocusTo}
    >
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {(state === 'needs_mail' || state === 'failed') && <EntryErrorMessage error={state} email={email} />}
      <div className="mt-8 grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" size="lg" onClick={() => onOpenChange(false)}>
          {m.waitlist_status_erase_keep()}
        </Button>
        {state !== 'needs_mail' && (
          <Button variant="danger" size="lg" {...button()}>
            {m.waitlist_status_erase_confirm()}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
