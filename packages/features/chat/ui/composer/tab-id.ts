import { openTabChannel } from '@duo/platform/browser/tab-channel.ts'
import { v4 as uuid } from 'uuid'
import { unsentPrefix } from '#auth/ui/auth-client.ts'

/** In sessionStorage, which a reload keeps and another tab does not see. */
const tabKey = `${unsentPrefix}tab`
const channelName = 'duo.tabs'

/** For the other tabs to answer, ms. One that is too busy may lose its draft to this one, but keeps its text on the screen. */
const answerMs = 400

interface Tab {
  id: string
  channel: BroadcastChannel | null
}

type Call = { type: 'ask' } | { type: 'open'; id: string }

let tab: Tab | undefined

/** Returns the id of this tab, which survives a reload. */
export const tabId = (): string => currentTab().id

function currentTab(): Tab {
  if (tab) return tab
  const kept = readTabId()
  const opened: Tab = {
    id: kept ?? uuid(),
    channel: openTabChannel(channelName),
  }
  tab = opened
  opened.channel?.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    if (data.type === 'ask') opened.channel?.postMessage({ type: 'open', id: opened.id } satisfies Call)
  })
  if (kept === null) keepTabId(opened.id)
  else
    findOpenTabs().then((open) => {
      // duplicating a tab copies its sessionStorage
      if (!open.has(kept)) return
      opened.id = uuid()
      keepTabId(opened.id)
    }, console.error)
  return opened
}

/** Returns the ids of the other tabs that answer. */
export async function findOpenTabs(): Promise<ReadonlySet<string>> {
  const { channel } = currentTab()
  const open = new Set<string>()
  if (!channel) return open
  const note = ({ data }: MessageEvent<Call>) => {
    if (data.type === 'open') open.add(data.id)
  }
  channel.addEventListener('message', note)
  channel.postMessage({ type: 'ask' } satisfies Call)
  await new Promise((resolve) => setTimeout(resolve, answerMs))
  channel.removeEventListener('message', note)
  return open
}

function readTabId(): string | null {
  try {
    return sessionStorage.getItem(tabKey)
  } catch {
    return null
  }
}

function keepTabId(id: string): void {
  try {
    sessionStorage.setItem(tabKey, id)
  } catch {
    // without storage there are no drafts either
  }
}
