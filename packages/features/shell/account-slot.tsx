import { initials } from '@duo/platform/browser/ui/avatar.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Viewer } from './auth-state.ts'
import { useLazyPart } from './lazy-part.ts'

const look =
  'grid size-touch place-items-center rounded-voice bg-voice-deep font-display text-sm font-semibold text-on-deep hover:bg-accent-strong hover:text-on-accent'

/** The header's account button. What it opens is fetched when it is pressed, or a moment earlier; without scripts it is a link. */
export function AccountSlot({ viewer }: { viewer: Viewer }) {
  const { accountMenu } = useRouter().options.context
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [AccountMenu, load] = useLazyPart(accountMenu)
  const welcome = useRouterState({ select: ({ location }) => location.state.welcome === true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a welcome fetches it by itself
  useEffect(() => {
    if (welcome) load()
  }, [welcome])
  return (
    <div className="relative ml-auto @min-[64rem]:ml-0">
      <button
        ref={button}
        type="button"
        aria-label={m.shell_account_open({ name: viewer.name })}
        aria-expanded={open}
        onPointerEnter={() => load()}
        onFocus={() => load()}
        onClick={() => {
          load(() => setOpen(false))
          setOpen(!open)
        }}
        className={`${look} noscript:hidden`}
      >
        {initials(viewer.name)}
      </button>
      <Link to="/account" aria-label={m.shell_nav_account()} className={`${look} not-noscript:hidden`}>
        {initials(viewer.name)}
      </Link>
      {AccountMenu && (
        <AccountMenu viewer={viewer} open={open} welcome={welcome} button={button} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
