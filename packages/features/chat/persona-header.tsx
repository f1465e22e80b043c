import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { brightAvatarPair, PersonaArt } from '../marketplace/persona-art.tsx'
import { BackIcon, HistoryIcon } from './chat-icons.tsx'
import type { ChatAgent } from './schema.ts'
import { ShareButton } from './share-button.tsx'

interface PersonaHeaderProps {
  agent: ChatAgent
  historyButton: Ref<HTMLButtonElement>
  historyOpen: boolean
  /** Called when the button is reached, so that what it opens is there when it is pressed. */
  onReachHistory: () => void
  onHistory: () => void
  conversationId: string
}

const control =
  'inline-flex size-touch flex-none items-center justify-center gap-2 rounded-full font-semibold hover:bg-on-deep/15 lg:w-auto lg:px-4 lg:text-sm'

/** With whom one talks: a bar above the conversation on phones (beside it where they lie on their side), a column in the persona's deep voice beside it above. */
export function PersonaHeader({
  agent,
  historyButton,
  historyOpen,
  onReachHistory,
  onHistory,
  conversationId,
}: PersonaHeaderProps) {
  const { name, description, voice_description, lived, colors, picture, slug } = agent
  return (
    // masked, it is cut at its corner as one: cut one by one, its colour shows around the picture
    <header
      style={{ backgroundColor: colors[0] }}
      className="relative flex flex-none items-center gap-3 px-2 py-2 text-on-deep [--color-focus:var(--color-on-deep)] low:w-44 low:flex-wrap low:content-start low:justify-between low:gap-y-2 low:overflow-y-auto lg:w-[21rem] lg:flex-col lg:items-stretch lg:gap-0 lg:overflow-y-auto lg:rounded-tr-[5rem] lg:p-0 lg:[mask-image:linear-gradient(#000,#000)] xl:w-[25rem]"
    >
      <div className="flex flex-none lg:absolute lg:inset-x-3 lg:top-3 lg:z-10">
        <Link
          to="/marketplace"
          aria-label={m.chat_back()}
          title={m.chat_back()}
          className={`${control} lg:bg-[rgb(20_22_31/0.72)] lg:hover:bg-[rgb(20_22_31/0.9)]`}
        >
          <BackIcon />
          <span aria-hidden="true" className="hidden lg:inline">
            Marketplace
          </span>
        </Link>
      </div>
      <div aria-hidden="true" className="hidden aspect-[4/3] max-h-[32dvh] flex-none overflow-clip lg:relative lg:block">
        <PersonaArt slug={slug} colors={colors} className="absolute inset-0 size-full" />
        {picture && (
          <img
            src={picture.src}
            width={picture.width}
            height={picture.height}
            alt=""
            decoding="async"
            className="relative size-full object-cover"
          />
        )}
      </div>
      <Avatar
        name={name}
        pair={brightAvatarPair(colors)}
        className="size-11 text-sm lg:relative lg:-mt-9 lg:ml-7 lg:size-18 lg:text-2xl"
      />
      <div className="min-w-0 flex-1 low:order-1 low:basis-full low:px-2 lg:flex-none lg:px-7 lg:pt-4">
        <h1 className="truncate text-lg leading-tight low:whitespace-normal lg:font-voice lg:text-3xl lg:font-[560] lg:text-wrap lg:whitespace-normal">
          {name}
        </h1>
        <p className="hidden text-sm opacity-85 lg:block">{lived}</p>
        <p className="truncate text-sm opacity-90 low:mt-1 low:whitespace-normal lg:mt-4 lg:text-base lg:whitespace-normal">
          {description}
        </p>
        <p className="hidden text-sm opacity-90 lg:mt-4 lg:block">
          <span className="font-semibold">{m.chat_voice()}</span> {voice_description}
        </p>
      </div>
      <p className="mt-auto hidden text-sm opacity-85 low:order-1 low:block low:px-2 low:text-xs lg:block lg:px-7 lg:pt-8">
        {m.chat_simulation()}
      </p>
      <div
        style={{ backgroundColor: colors[0] }}
        className="flex flex-none flex-wrap lg:sticky lg:bottom-0 lg:px-3 lg:pt-2 lg:pb-4"
      >
        <button
          ref={historyButton}
          type="button"
          aria-label={m.chat_history_open()}
          title={m.chat_history_open()}
          aria-haspopup="dialog"
          aria-expanded={historyOpen}
          onPointerEnter={onReachHistory}
          onFocus={onReachHistory}
          onClick={onHistory}
          className={control}
        >
          <HistoryIcon />
          <span aria-hidden="true" className="hidden lg:inline">
            {m.chat_history_open()}
          </span>
        </button>
        <ShareButton name={name} conversationId={conversationId} className={control} />
      </div>
    </header>
  )
}
