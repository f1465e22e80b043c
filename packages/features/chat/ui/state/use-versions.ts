import type { TRPCClient } from '@trpc/client'
import { useEffect, useState } from 'react'
import type { AppRouter } from '../../../server.ts'
import type { Message, MessagesAnswer } from '../../schema.ts'
import type { Talk, TalkEvent } from './conversation-reducer.ts'

/** Why another version is not shown, and of which question. */
export interface NotSwitched {
  id: string
  problem: 'busy' | 'not_beside' | 'failed'
}

interface Talking {
  dispatch: (event: TalkEvent) => void
  tellOthers: () => void
  catchUp: () => Promise<MessagesAnswer | undefined>
}

/** Changes the versions of questions, and reads the conversation again when it shows another one than this page. */
export function useVersions(client: TRPCClient<AppRouter>, { path, behind }: Talk, { dispatch, tellOthers, catchUp }: Talking) {
  const [notSwitched, setNotSwitched] = useState<NotSwitched | null>(null)
  useEffect(() => {
    if (behind) catchUp().catch(console.error)
  }, [behind, catchUp])

  const showVersion = async ({ id }: Message, chosenId: string) => {
    setNotSwitched(null)
    dispatch({ type: 'switch', id })
    try {
      const answer = await client.chat.showVersion.mutate({ messageId: chosenId })
      dispatch({ type: 'switched', answer })
      tellOthers()
      if (answer.error === null) return
      setNotSwitched({ id, problem: answer.error })
      await catchUp()
    } catch (error) {
      console.error(error)
      // it may be the answer that was lost
      const found = await catchUp().catch(() => null)
      dispatch({ type: 'switchFailed' })
      if (found === null || found?.path === path) setNotSwitched({ id, problem: 'failed' })
    }
  }
  return { notSwitched, forget: () => setNotSwitched(null), showVersion }
}
