import { Button, ButtonLink } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type MouseEvent, useEffect, useState } from 'react'
import { type Network, networkNames, type ShareContent, shareLink } from '#shell/ui/sharing/share-links.ts'
import { openShareSheet } from '#shell/ui/sharing/share-sheet.ts'

/** Networks of the spec (section 7); articles also have Facebook. */
const networks = ['whatsapp', 'telegram', 'twitter', 'linkedin'] as const satisfies readonly Network[]

/** Window of the spec. `noopener`: the network's page cannot access ours. */
const popupFeatures = 'noopener,width=600,height=400'

export function InviteShare({ link }: { link: string }) {
  const content = { url: link, text: m.waitlist_invite_share_text() }
  const hasNativeShare = useNativeShare()
  return (
    <div className="grid gap-3">
      {hasNativeShare && (
        <Button size="lg" onClick={() => openShareSheet(content)}>
          {m.waitlist_invite_share_native()}
        </Button>
      )}
      <p id="invite-share" className="text-sm font-semibold text-muted">
        {m.waitlist_invite_share()}
      </p>
      <ul aria-labelledby="invite-share" className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {networks.map((network) => (
          <li key={network} className="grid">
            <NetworkLink network={network} content={content} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link, so that it works without scripts and in a new tab; a plain press opens the spec's popup. */
function NetworkLink({ network, content }: { network: Network; content: ShareContent }) {
  const url = shareLink(network, content)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    window.open(url, '_blank', popupFeatures)
  }
  return (
    <ButtonLink variant="quiet" href={url} target="_blank" rel="noopener" onClick={open}>
      <span>
        {networkNames[network]} <span className="sr-only">{m.waitlist_invite_share_window()}</span>
      </span>
    </ButtonLink>
  )
}

/** False until mounted, because the server cannot detect a share sheet. */
function useNativeShare() {
  const [isAvailable, setIsAvailable] = useState(false)
  useEffect(() => setIsAvailable('share' in navigator && window.matchMedia('(pointer: coarse)').matches), [])
  return isAvailable
}
