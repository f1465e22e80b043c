import { m } from '@duo/platform/i18n/messages.ts'
import { maxShownPassages, type Reveal, shownShare } from '../../agent-rules.ts'
import type { Sharing } from '../../agent-schema.ts'

const shownOf: Record<Reveal, () => string> = {
  passage: m.studio_share_see_passage,
  neighbours: m.studio_share_see_neighbours,
  document: m.studio_share_see_document,
}

/** What visitors will see, and what happens at the limits of the plan. */
export function VisitorView({ reveal, active }: { reveal: Reveal; active: Sharing['active'] }) {
  const lines = [
    m.studio_share_see_card(),
    m.studio_share_see_titles(),
    shownOf[reveal](),
    m.studio_share_see_machine(),
    m.studio_share_see_unlisted(),
    // who may read the whole document is not limited
    ...(reveal === 'document' ? [] : [m.studio_share_see_limit({ count: maxShownPassages, percent: shownShare * 100 })]),
  ]
  const { used, limit } = active
  return (
    <aside aria-labelledby="visitors-see" className="rounded-heard bg-paper-sunk p-5">
      <h2 id="visitors-see" className="text-lg font-semibold">
        {m.studio_share_what()}
      </h2>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h2 className="mt-5 text-lg font-semibold">{m.studio_share_tokens_title()}</h2>
      <p className="mt-1 text-sm">{m.studio_share_tokens()}</p>
      <p className="figures mt-3 text-sm font-semibold">
        {limit === 'unlimited' ? m.studio_share_active_unlimited({ used }) : m.studio_share_active({ used, limit })}
      </p>
      <p className="text-sm text-muted">{m.studio_share_active_hint()}</p>
    </aside>
  )
}
