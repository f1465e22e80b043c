import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { OpenedPassage } from '../../agent-schema.ts'
import { besidePanel, PassagePanel } from './passage-panel.tsx'
import { useOpenedPassage } from './use-opened-passage.ts'

/** The passage of a draft that is open. `beside` leaves room for its panel. */
export function useDraftPassage() {
  const { api } = usePageContext()
  const passage = useOpenedPassage(async (passageId) => (await api()).studio.openPassage.query({ passageId }))
  return { ...passage, beside: passage.shown ? besidePanel : '' }
}

/** Leads from the passage to its document, where its creator changes it. */
export const DraftPassagePanel = ({ shown, opener, close }: ReturnType<typeof useDraftPassage>) => (
  <PassagePanel shown={shown} opener={opener} onClose={close}>
    {(opened) => <MendPassage opened={opened} />}
  </PassagePanel>
)

const MendPassage = ({ opened: { documentId, place } }: { opened: OpenedPassage }) => (
  <p className="mt-2">
    <Link
      to="/studio/documents/$documentId"
      params={{ documentId }}
      search={{ at: place }}
      className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
    >
      {m.studio_panel_mend()}
    </Link>
  </p>
)
