import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { ArrowIcon } from '@duo/platform/browser/ui/icons.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { AskField } from '#shell/ui/ask/ask-field.tsx'
import type { Agent, startForm } from '../../schema.ts'
import { AgentSummary } from './agent-summary.tsx'

const field: FieldOf<typeof startForm> = (name) => name

interface AgentCardProps {
  agent: Agent
  /** Title of the note for which a search found the agent. */
  topic?: string | undefined
  priority: boolean
}

/** The whole card is clickable, but its only control is the button. */
export function AgentCard({ agent, topic, priority }: AgentCardProps) {
  const { id, name, slug } = agent
  return (
    <article className="group relative grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 sm:flex sm:h-full sm:flex-col sm:gap-y-0">
      <AgentSummary agent={agent} priority={priority} />
      {topic !== undefined && <p className="text-sm text-muted max-sm:col-start-2 sm:mt-3">{m.marketplace_theme({ topic })}</p>}
      <div className="max-sm:col-start-2 sm:mt-auto sm:pt-5">
        <form method="post" action={localizePath('/marketplace', getLocale())} data-start={slug}>
          <input type="hidden" name={field('agent')} value={id} />
          <input type="hidden" name={field('start')} value={slug} />
          <button
            type="submit"
            aria-label={m.marketplace_start_with({ name })}
            className={`${buttonClasses('quiet')} group/start after:absolute after:inset-0 group-hover:border-ink`}
          >
            {m.marketplace_start()}
            <span className="hidden group-aria-busy/start:contents">
              <Spinner />
            </span>
            <span className="contents group-aria-busy/start:hidden">
              <ArrowIcon />
            </span>
          </button>
          <p role="status" className="sr-only" data-text={m.marketplace_starting({ name })} />
        </form>
        <details className="relative z-10 mt-2 noscript:hidden">
          <summary className="inline-flex min-h-touch cursor-pointer items-center gap-2 text-sm font-semibold text-link">
            <span>
              {m.shell_ask_card()}
              <span className="sr-only">
                : <Name>{name}</Name>
              </span>
            </span>
          </summary>
          <AskField agent={agent} label={m.shell_ask_card_label({ name })} labelHidden />
        </details>
      </div>
    </article>
  )
}
