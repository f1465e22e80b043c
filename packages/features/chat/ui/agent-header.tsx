import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { brightAvatarPair, PersonaArt } from '../../marketplace/ui/agents/persona-art.tsx'
import type { ChatAgent } from '../schema.ts'
import { IconButton } from './icon-button.tsx'
import { BackIcon, HistoryIcon } from './icons.tsx'
import { ShareButton } from './share/share-button.tsx'

interface AgentHeaderProps {
  agent: ChatAgent
  conversationId: string
  historyButton: Ref<HTMLButtonElement>
  historyOpen: boolean
  /** Called on hover and focus, to preload the history. */
  onReachHistory: () => void
  onHistory: () => void
  onPrint: () => void
  menu: ReactNode
  children: ReactNode
}

/** Redefines the theme's colours, so that controls made for paper are readable on the deep colour. */
const onDeep = (deep: string) =>
  ({
    '--deep': deep,
    '--history-ground': `color-mix(in srgb, ${deep} 86%, #fff)`,
    '--color-ink': 'var(--color-on-deep)',
    '--color-muted': 'color-mix(in srgb, var(--color-on-deep) 88%, transparent)',
    '--color-line': 'rgb(255 255 255 / 0.16)',
    '--color-line-strong': 'rgb(255 255 255 / 0.5)',
    '--color-paper-sunk': 'rgb(255 255 255 / 0.1)',
    '--color-paper-raised': 'rgb(255 255 255 / 0.08)',
    '--color-accent': 'var(--color-on-deep)',
    '--color-accent-strong': '#fff',
    '--color-on-accent': deep,
    '--color-focus': 'var(--color-on-deep)',
  }) as CSSProperties

/** Renders a bar on narrow windows, and a column on wide ones and on phones in landscape. */
export function AgentHeader(props: AgentHeaderProps) {
  const { agent, conversationId, historyButton, historyOpen, onReachHistory, onHistory, onPrint, menu, children } = props
  const { name, description, voice_description, lived, colors } = agent
  return (
    // the background starts below the picture's arc: two coinciding edges would show as a line
    <header
      style={onDeep(colors[0])}
      className="relative flex h-header flex-none items-center bg-[var(--deep)] px-1 text-on-deep low:h-auto low:w-48 low:flex-wrap low:content-start low:overflow-y-auto low:px-2 low:py-2 lg:h-auto lg:w-[21rem] lg:flex-col lg:items-stretch lg:overflow-y-auto lg:bg-transparent lg:bg-[linear-gradient(var(--deep),var(--deep))] lg:bg-[length:100%_calc(100%-6rem)] lg:bg-[position:0_6rem] lg:bg-no-repeat lg:bg-local lg:p-0 xl:w-[25rem]"
    >
      <Link
        to="/marketplace"
        aria-label={m.chat_back()}
        title={m.chat_back()}
        className="inline-flex size-touch flex-none items-center justify-center gap-2 rounded-full font-semibold hover:bg-paper-sunk lg:absolute lg:top-3 lg:left-3 lg:z-10 lg:w-auto lg:bg-[rgb(20_22_31/0.72)] lg:px-4 lg:text-sm lg:hover:bg-[rgb(20_22_31/0.9)]"
      >
        <BackIcon />
        <span aria-hidden="true" className="hidden lg:inline">
          Marketplace
        </span>
      </Link>
      <Picture agent={agent} />
      <Avatar
        name={name}
        pair={brightAvatarPair(colors)}
        className="size-10 flex-none text-sm lg:relative lg:-mt-8 lg:ml-7 lg:size-16 lg:text-xl"
      />
      <div className="min-w-0 flex-1 px-3 low:order-1 low:basis-full low:px-2 low:pt-2 lg:flex-none lg:px-7 lg:pt-3">
        <h1 className="truncate text-base leading-tight low:whitespace-normal lg:font-voice lg:text-2xl lg:font-[560] lg:text-wrap lg:whitespace-normal">
          <Name>{name}</Name>
        </h1>
        <p className="hidden text-sm text-muted lg:block">{lived}</p>
        <p className="truncate text-sm text-muted low:mt-1 low:text-xs low:leading-snug low:whitespace-normal lg:mt-3 lg:text-wrap lg:whitespace-normal">
          {description}
        </p>
        <p className="hidden text-sm text-muted lg:mt-2 lg:block">
          <span className="font-semibold text-ink">{m.chat_voice()}</span> {voice_description}
        </p>
      </div>
      <IconButton
        ref={historyButton}
        data-history
        label={m.chat_history_open()}
        aria-haspopup="dialog"
        aria-expanded={historyOpen}
        onPointerEnter={onReachHistory}
        onFocus={onReachHistory}
        onClick={onHistory}
        className="lg:hidden"
      >
        <HistoryIcon />
      </IconButton>
      <ShareButton
        key={conversationId}
        name={name}
        conversationId={conversationId}
        onPrint={onPrint}
        className="lg:absolute lg:top-3 lg:left-[10.5rem] lg:z-10 lg:bg-[rgb(20_22_31/0.72)] lg:enabled-hover:bg-[rgb(20_22_31/0.9)]"
      />
      {menu}
      {children}
      <p className="hidden flex-none text-muted low:order-1 low:basis-full low:mt-auto low:block low:px-2 low:pt-2 low:text-xs low:leading-snug lg:mt-auto lg:block lg:border-t lg:border-line lg:px-7 lg:py-3 lg:text-xs">
        {m.chat_simulation()}
      </p>
    </header>
  )
}

function Picture({ agent: { slug, colors, picture } }: Pick<AgentHeaderProps, 'agent'>) {
  return (
    <div
      aria-hidden="true"
      className="dimmed relative hidden h-[clamp(7rem,20dvh,16rem)] flex-none overflow-clip rounded-tr-[5rem] lg:block"
    >
      <PersonaArt
        slug={slug}
        colors={colors}
        className={`absolute ${picture ? 'inset-px size-[calc(100%-2px)] rounded-tr-[5rem]' : 'inset-0 size-full'}`}
      />
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
  )
}
