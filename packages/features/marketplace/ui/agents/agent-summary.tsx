import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Agent } from '../../schema.ts'
import { categoryName } from '../category-name.ts'
import { AgentPicture } from './agent-picture.tsx'
import { avatarPair } from './persona-art.tsx'

export type SummarizedAgent = Pick<
  Agent,
  'name' | 'slug' | 'description' | 'voice_description' | 'category' | 'lived' | 'colors' | 'picture'
>

interface AgentSummaryProps {
  agent: SummarizedAgent
  priority: boolean
}

/** Picture and text of a card, without its controls. A grid on phones, a column above. */
export function AgentSummary({ agent, priority }: AgentSummaryProps) {
  const { name, description, voice_description, category, lived, colors } = agent
  return (
    <>
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
          <Name>{name}</Name>
        </h3>
        <p className="mt-1 max-sm:text-sm max-sm:leading-snug sm:mt-2">{description}</p>
        <p className="mt-1 text-sm text-muted max-sm:leading-snug sm:mt-3">
          <span className="font-semibold text-ink">{m.marketplace_voice()}</span> {voice_description}
        </p>
      </div>
    </>
  )
}
