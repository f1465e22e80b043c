import { Button, ButtonLink } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import type { RefObject } from 'react'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { LinkField } from '../../../shell/ui/sharing/link-field.tsx'
import { type Network, networkNames, shareLink } from '../../../shell/ui/sharing/share-links.ts'
import { openShareSheet } from '../../../shell/ui/sharing/share-sheet.ts'
import { agentPath } from '../../agent-rules.ts'

interface ShareDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  name: string
  slug: string
}

const networks: readonly Network[] = ['whatsapp', 'telegram', 'twitter', 'linkedin', 'facebook']

export function ShareDialog({ open, onOpenChange, returnFocusTo, name, slug }: ShareDialogProps) {
  const { origin } = usePageContext()
  const content = { url: origin + localizePath(agentPath(slug), getLocale()), text: m.studio_shared_share_text({ name }) }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={returnFocusTo}
      title={m.studio_shared_share_title()}
      description={m.studio_shared_share_note()}
      closeLabel={m.chat_source_close()}
    >
      <LinkField label={m.studio_shared_link()} link={content.url} />
      <ul className="mt-5 flex flex-wrap gap-2">
        {networks.map((network) => (
          <li key={network}>
            <ButtonLink variant="quiet" href={shareLink(network, content)} target="_blank" rel="noopener noreferrer">
              <span>
                {networkNames[network]} <span className="sr-only">{m.studio_shared_new_tab()}</span>
              </span>
            </ButtonLink>
          </li>
        ))}
        {'share' in navigator && (
          <li>
            <Button variant="quiet" onClick={() => openShareSheet(content)}>
              {m.studio_shared_share_other()}
            </Button>
          </li>
        )}
      </ul>
    </Dialog>
  )
}
