import { Button, ButtonLink } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type MouseEvent, useEffect, useState } from 'react'
import { type Network, networkNames, type Shared, shareLink } from '../../../shell/ui/sharing/share-links.ts'

/** Where invitations go (spec, section 7); articles also go to Facebook. */
const networks = ['whatsapp', 'telegram', 'twitter', 'linkedin'] as const satisfies readonly Network[]

/** The spec's window. `noopener`: the network's page gets no hold on ours. */
const windowLook = 'noopener,width=600,height=400'

/** Ways to pass the link on: the phone's own sheet first where there is one, then the networks. */
export function InviteShare({ link }: { link: string }) {
  const shared = { url: link, text: m.waitlist_invite_share_text() }
  const native = useNativeSheet()
  return (
    <div className="grid gap-3">
      {native && (
        <Button size="lg" onClick={() => openSheet(shared)}>
          {m.waitlist_invite_share_native()}
        </Button>
      )}
      <p id="invite-share" className="text-sm font-semibold text-muted">
        {m.waitlist_invite_share()}
      </p>
      <ul aria-labelledby="invite-share" className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {networks.map((network) => (
          <li key={network} className="grid">
            <NetworkLink network={network} shared={shared} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A real link, so that it also works without scripts, in a new tab and copied; an ordinary press opens the spec's small window. */
function NetworkLink({ network, shared }: { network: Network; shared: Shared }) {
  const address = shareLink(network, shared)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    window.open(address, '_blank', windowLook)
  }
  return (
    <ButtonLink variant="quiet" href={address} target="_blank" rel="noopener" onClick={open}>
      <span>
        {networkNames[network]} <span className="sr-only">{m.waitlist_invite_share_window()}</span>
      </span>
    </ButtonLink>
  )
}

/** Whether this is a phone or tablet with a share sheet. Known after the first render only: the server cannot tell. */
function useNativeSheet() {
  const [there, setThere] = useState(false)
  useEffect(() => setThere('share' in navigator && window.matchMedia('(pointer: coarse)').matches), [])
  return there
}

async function openSheet(shared: Shared) {
  try {
    await navigator.share(shared)
  } catch (error) {
    // a sheet that was closed is no failure
    if (!(error instanceof DOMException && error.name === 'AbortError')) console.error(error)
  }
}
