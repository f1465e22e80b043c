import { openTabChannel } from '@duo/platform/browser/tab-channel.ts'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { v4 as uuid } from 'uuid'

/** Why the page asks the server again. Polls are frequent, so let them cost little. */
export type SyncReason = 'poll' | 'change'

interface SyncOptions {
  /** While the page is visible: for changes on another device, which no event announces. Null if another connection reports them. */
  pollMs: number | null
}

/** A page left open but unused, in ms, polls as slowly as `idlePollMs`. */
const idleAfterMs = 120_000
const idlePollMs = 60_000
/** Events such as focus and visibility come together, ms. */
const sameMomentMs = 300

const usedEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
const returnEvents = ['focus', 'online', 'pageshow'] as const

const thisTab = uuid()

/** Tells the other tabs that something has changed on the server. */
export function notifyTabs(channelName: string, from = thisTab): void {
  const channel = openTabChannel(channelName)
  channel?.postMessage(from)
  channel?.close()
}

/**
 * Calls `onChange` when the server may know more than the page: another tab has changed something, or the page is looked at or used
 * again, or time has passed. Returns a function that notifies the other tabs.
 */
export function useServerSync(
  channelName: string,
  onChange: (reason: SyncReason) => Promise<unknown>,
  { pollMs }: SyncOptions,
): () => void {
  const channel = useRef<BroadcastChannel | null>(null)
  const usedAt = useRef(0)
  const requestedAt = useRef(0)
  const isPending = useRef(false)
  // an effect event, because a channel that closes and opens again with each new callback misses what is sent in between
  const request = useEffectEvent((reason: SyncReason, minAgeMs: number) => {
    // a hidden page asks when it is shown
    if (document.visibilityState !== 'visible' || Date.now() - requestedAt.current < minAgeMs) return
    if (isPending.current && reason === 'poll') return
    requestedAt.current = Date.now()
    isPending.current = true
    onChange(reason)
      .catch(console.error)
      .finally(() => {
        isPending.current = false
      })
  })
  useEffect(() => {
    usedAt.current = Date.now()
    requestedAt.current = Date.now()
    const onReturn = () => request('change', sameMomentMs)
    const onUse = () => {
      const wasIdle = isIdle(usedAt.current)
      usedAt.current = Date.now()
      if (wasIdle) request('change', sameMomentMs)
    }
    const open = openTabChannel(channelName)
    channel.current = open
    open?.addEventListener('message', ({ data }: MessageEvent<unknown>) => data !== thisTab && request('change', 0))
    document.addEventListener('visibilitychange', onReturn)
    for (const event of returnEvents) window.addEventListener(event, onReturn)
    for (const event of usedEvents) window.addEventListener(event, onUse, { passive: true })
    return () => {
      open?.close()
      channel.current = null
      document.removeEventListener('visibilitychange', onReturn)
      for (const event of returnEvents) window.removeEventListener(event, onReturn)
      for (const event of usedEvents) window.removeEventListener(event, onUse)
    }
  }, [channelName])
  useEffect(() => {
    if (pollMs === null) return
    const timer = setInterval(() => request('poll', isIdle(usedAt.current) ? idlePollMs : 0), pollMs)
    return () => clearInterval(timer)
  }, [pollMs])
  return useCallback(() => channel.current?.postMessage(thisTab), [])
}

const isIdle = (usedAt: number) => Date.now() - usedAt >= idleAfterMs
