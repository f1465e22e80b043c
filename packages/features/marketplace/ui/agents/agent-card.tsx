import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { ArrowIcon } from '@duo/platform/browser/ui/icons.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { AskField } from '../../../shell/ui/ask/ask-field.tsx'
import type { Agent } from '../../schema.ts'
import { categoryName } from '../category-name.ts'
import { AgentPicture } from './agent-picture.tsx'
import { avatarPair } from './persona-art.tsx'

interface AgentCardProps {
  agent: Agent
  /** Whether the picture is above the fold. */
  priority: boolean
}

/** The whole card is clickable; its only control is the button. */
export function AgentCard({ agent, priority }: AgentCardProps) {
  const { id, name, slug, description, voice_description, category, lived, colors } = agent
  return (
    <article className="group relative grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 sm:flex sm:h-full sm:flex-col sm:gap-y-0">
      <div className="relative self-start sm:mb-10 sm:w-full">
        <div className="aspect-[3/4] overflow-clip rounded-voice transition-[border-radius] group-hover:rounded-heard sm:aspect-[4/3]">
          <AgentPicture agent={agent} sizes="(min-width: 64rem) 27rem, (min-width: 40rem) 45vw, 16rem" priority={priority} />
        </div>
        <Avatar
          name={name}
          pair={avatarPair(colors)}
          className="absolute -bottom-3 -left-2 size-12 text-base ring-4 ring-paper sm:-bottom-7 sm:left-5 sm:size-16 sm:text-xl"
        />
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm font-semibold">
          <span className="flex items-baseline gap-2 before:size-2 before:rounded-full before:bg-overlap">
            {categoryName(category)}
          </span>
          <span className="figures font-normal text-muted">{lived}</span>
        </p>
        <h3 className="font-voice text-xl font-[560] decoration-overlap decoration-2 underline-offset-[0.14em] group-hover:underline sm:mt-2 sm:text-2xl">
          {name}
        </h3>
        <p className="mt-1 max-sm:text-sm max-sm:leading-snug sm:mt-2">{description}</p>
        <p className="mt-1 text-sm text-muted max-sm:leading-snug sm:mt-3">
          <span className="font-semibold text-ink">{m.marketplace_voice()}</span> {voice_description}
        </p>
      </div>
      <div className="max-sm:col-start-2 sm:mt-auto sm:pt-5">
        <form method="post" action={localizePath('/marketplace', getLocale())} data-start={slug}>
          <input type="hidden" name="agent" value={id} />
          <input type="hidden" name="start" value={slug} />
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
              <span className="sr-only">: {name}</span>
            </span>
          </summary>
          <AskField agent={agent} label={m.shell_ask_card_label({ name })} labelHidden />
        </details>
      </div>
    </article>
  )
}
