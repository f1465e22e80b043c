import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { OpenedPassage } from '../../agent-schema.ts'

/** Leads to the passage in its document, where its creator changes it. */
export const MendPassage = ({ opened: { documentId, place } }: { opened: OpenedPassage }) => (
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
