import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { askerDays } from '../../agent-rules.ts'
import type { Asker } from '../../agent-schema.ts'

/** Who talked to the agent lately, as codes that can be blocked. */
export const Askers = ({ agentId, askers }: { agentId: string; askers: readonly Asker[] }) => (
  <section aria-labelledby="askers">
    <h2 id="askers" className="font-voice text-2xl font-[560]">
      {m.studio_askers()}
    </h2>
    <p className="mt-1 max-w-[60ch] text-sm text-muted">{m.studio_askers_hint({ days: askerDays })}</p>
    {askers.length === 0 ? (
      <p className="mt-3">{m.studio_askers_none()}</p>
    ) : (
      <ul className="mt-3 border-t border-line">
        {askers.map((asker) => (
          <AskerRow key={asker.asker} agentId={agentId} asker={asker} />
        ))}
      </ul>
    )}
  </section>
)

/** Enough of a code to tell visitors apart. */
const shownLength = 6

function AskerRow({ agentId, asker }: { agentId: string; asker: Asker }) {
  const { asker: code, questions, lastAt } = asker
  const [blocked, setBlocked] = useState(asker.blocked)
  const short = code.slice(0, shownLength)
  const { state, button } = useMutation<boolean>({
    call: async ({ studio }, wanted) => {
      await studio.blockAsker.mutate({ agentId, asker: code, blocked: wanted })
      setBlocked(wanted)
      return null
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
      <div>
        <p className="font-semibold">
          <span translate="no">{m.studio_asker({ code: short })}</span>
          {blocked && (
            <span className="ml-2 rounded-sm border border-danger px-1.5 text-xs text-danger">{m.studio_asker_blocked()}</span>
          )}
        </p>
        <p className="figures text-sm text-muted">
          {m.studio_asker_questions({ count: questions, date: formatDate(lastAt, getLocale()) })}
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={blocked ? m.studio_asker_unblock_label({ code: short }) : m.studio_asker_block_label({ code: short })}
        {...button(!blocked)}
      >
        {blocked ? m.studio_asker_unblock() : m.studio_asker_block()}
      </Button>
      <p role="status" className="w-full text-sm font-semibold text-danger empty:hidden">
        {state === 'failed' ? m.studio_failed() : null}
      </p>
    </li>
  )
}
