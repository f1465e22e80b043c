import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useMutation } from '#shell/ui/api/use-mutation.ts'
import { EntryErrorMessage } from './entry-error.tsx'

interface SignOutEverywhereProps {
  ticket: string
  email: string
  onSignedOut: () => void
}

export function SignOutEverywhere({ ticket, email, onSignedOut }: SignOutEverywhereProps) {
  const { state, button } = useMutation<void, 'needs_mail'>({
    call: async ({ waitlist }) => {
      const { error } = await waitlist.signOutEverywhere.mutate({ ticket })
      if (error === 'needs_mail') return error
      document.getElementById('content')?.focus({ preventScroll: true })
      onSignedOut()
      return null
    },
  })
  return (
    <>
      <Button variant="quiet" {...button()}>
        {m.waitlist_sign_out_button()}
      </Button>
      {(state === 'needs_mail' || state === 'failed') && <EntryErrorMessage error={state} email={email} />}
    </>
  )
}
