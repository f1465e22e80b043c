import { getLocale } from '@duo/platform/i18n/locale.ts'
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import { useServerSync } from '#shell/ui/api/use-server-sync.ts'
import type { ListedConversation } from '../../schema.ts'
import { chatPollMs, listChannel } from '../state/use-conversation-sync.ts'
import { trpc } from '../trpc.ts'

const listKey = 'chat.list'

interface HistoryOptions {
  /** Changes with every message, to refetch the list. */
  activity: string | undefined
  archived: boolean
  /** No refetch while an item can be restored, which would remove it. */
  isHeld: boolean
}

/** The conversations that match, as the server knows them, also after a change in another tab or on another device. */
export function useHistory(search: string, { activity, archived, isHeld }: HistoryOptions) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const language = getLocale()
  const list = useInfiniteQuery({
    queryKey: [listKey, search, archived, language],
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await client.chat.list.query({ search, language, archived, cursor: pageParam }, { signal })
      } catch (error) {
        if (isSignedOut(error)) await refreshSession(router)
        throw error
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // one list is no stand-in for the other
    placeholderData: (previous, query) => (query?.queryKey[2] === archived ? previous : undefined),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const { refetch } = list
  const sync = useCallback(async () => {
    if (!isHeld) await refetch({ cancelRefetch: false })
  }, [isHeld, refetch])
  const notifyOtherTabs = useServerSync(listChannel, sync, { pollMs: chatPollMs })
  const lastActivity = useRef(activity)
  useEffect(() => {
    if (isHeld || lastActivity.current === activity) return
    lastActivity.current = activity
    refetch()
  }, [activity, isHeld, refetch])
  return { list, notifyOtherTabs }
}

export const cancelLists = (queries: QueryClient) => queries.cancelQueries({ queryKey: [listKey] })

export const refetchLists = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [listKey] })

/** Shows the new title at once in every list, and lets running requests for the old one go. */
export async function renameInLists(queries: QueryClient, { id, title }: Pick<ListedConversation, 'id' | 'title'>) {
  await cancelLists(queries)
  queries.setQueriesData<InfiniteData<{ conversations: ListedConversation[] }>>(
    { queryKey: [listKey] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          conversations: page.conversations.map((one) => (one.id === id ? { ...one, title } : one)),
        })),
      },
  )
}
