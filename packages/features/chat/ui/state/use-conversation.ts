import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { failureCode } from '../../../auth/ui/trpc-errors.ts'
import { stateOf } from '../../../session/ui/session-store.ts'
import { checkAuth } from '../../../session/ui/session-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { MessagesAnswer, Usage } from '../../schema.ts'
import { keepDraft, readDraft } from '../composer/draft-storage.ts'
import { trpc } from '../trpc.ts'
import { type AskProblem, type Outgoing, openTalk, step, type TalkEvent } from './conversation-reducer.ts'
import { useOtherTabs } from './use-cross-tab-sync.ts'
import { useLiveLine } from './use-reply-stream.ts'
import { useAskWhileWriting } from './use-send-while-replying.ts'
import { useVersions } from './use-versions.ts'

const problems: Partial<Record<string, AskProblem>> = {
  unauthorized: 'signed_out',
  not_found: 'gone',
  too_many_requests: 'too_many',
}

interface Loaded {
  id: string
  page: MessagesAnswer
  usage: Usage
}

/** A conversation that is open: what is known of it, and everything one can do in it. */
export function useTalk({ id, page, usage }: Loaded) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const { auth } = usePageContext()
  const [retryFailed, setRetryFailed] = useState<string | null>(null)
  const [talk, dispatch] = useReducer(step, { page, usage }, (loaded) => openTalk(loaded.page, loaded.usage))

  // a call that failed may say more than that: nobody is signed in any more, and the page leads there, or nothing is here any more
  const heed = useCallback(
    async (error: unknown): Promise<undefined> => {
      const code = failureCode(error)
      if (code === 'unauthorized') await checkAuth(router)
      else if (code === 'not_found') dispatch({ type: 'gone' })
      else throw error
    },
    [router],
  )

  // what the server has; undefined where it has nothing for us
  const catchUp = useCallback(async () => {
    try {
      const newest = await client.chat.messages.query({ conversationId: id, cursor: null })
      dispatch({ type: 'page', page: newest })
      return newest
    } catch (error) {
      return heed(error)
    }
  }, [client, id, heed])

  // coming back to a conversation shows it as it was, and then what was read anew
  useEffect(() => dispatch({ type: 'page', page }), [page])
  const tellOthers = useOtherTabs(id, catchUp)
  const tell = useCallback(
    (event: TalkEvent) => {
      dispatch(event)
      if (event.type === 'end' || event.type === 'rated') tellOthers()
    },
    [tellOthers],
  )
  const askWhileWriting = useAskWhileWriting(client, { id, dispatch, tellOthers, catchUp })
  const { notSwitched, forget, showVersion } = useVersions(client, talk, { dispatch, tellOthers, catchUp })
  useLiveLine(client, talk.live, tell, catchUp)
  useUnsent(id, dispatch)

  // what is on its way, or was not taken, outlives the page
  useEffect(() => keepDraft(id, { outgoing: talk.outgoing }), [id, talk.outgoing])

  const refused = (clientId: string, problem: AskProblem) => {
    dispatch({ type: 'refused', clientId, problem })
    if (problem === 'signed_out') auth.set(stateOf('signed_out', null))
  }

  const ask = async (asked: Omit<Outgoing, 'problem'>) => {
    const { clientId, content, replaces } = asked
    setRetryFailed(null)
    forget()
    dispatch({ type: 'ask', outgoing: { ...asked, problem: null } })
    try {
      const answer = await (replaces === null
        ? client.chat.send.mutate({ conversationId: id, clientId, content, path: talk.path })
        : client.chat.edit.mutate({ messageId: replaces, clientId, content }))
      dispatch({ type: 'answered', clientId, answer })
      tellOthers()
      // somebody, perhaps in another tab, is being answered: that is shown here too
      if (answer.error === 'busy' || answer.error === 'moved') await catchUp()
    } catch (error) {
      const problem = problems[failureCode(error) ?? ''] ?? 'failed'
      // of an edit, what is gone may be the question alone, and nobody may be there to say so
      const there = problem === 'gone' && replaces !== null ? await catchUp().catch(() => null) : undefined
      refused(clientId, there === undefined ? problem : there === null ? 'failed' : 'replaced')
    }
  }

  const retry = async (messageId: string) => {
    setRetryFailed(null)
    dispatch({ type: 'retry', id: messageId })
    try {
      const answer = await client.chat.retry.mutate({ messageId })
      dispatch({ type: 'retried', id: messageId, answer })
      tellOthers()
      if (answer.error === 'busy' || answer.error === 'not_last') await catchUp()
    } catch (error) {
      console.error(error)
      // it may be the answer that was lost: then another reply stands in this one's place, and this one cannot be asked for again
      const found = await catchUp().catch(() => null)
      dispatch({ type: 'retryFailed' })
      if (found === null || found?.messages.some((message) => message.id === messageId)) setRetryFailed(messageId)
    }
  }

  const stop = async (messageId: string) => {
    dispatch({ type: 'stop' })
    try {
      dispatch({ type: 'stopped', message: (await client.chat.stop.mutate({ messageId })).message })
      tellOthers()
    } catch (error) {
      console.error(error)
      dispatch({ type: 'stopFailed', id: messageId })
      await catchUp().catch(console.error)
    }
  }

  const loadOlder = async () => {
    if (talk.before === null || talk.older === 'loading') return
    dispatch({ type: 'older' })
    try {
      const older = await client.chat.messages.query({ conversationId: id, cursor: talk.before })
      dispatch({ type: 'olderCame', page: older })
    } catch (error) {
      console.error(error)
      dispatch({ type: 'olderFailed' })
      await heed(error).catch(() => undefined)
    }
  }

  return { talk, tell, retryFailed, notSwitched, ask, askWhileWriting, retry, showVersion, stop, catchUp, loadOlder }
}

/** What was on its way when the page was left: shown as not sent, unless the conversation has it. */
function useUnsent(id: string, dispatch: (event: TalkEvent) => void) {
  useEffect(() => {
    const { outgoing } = readDraft(id)
    if (outgoing) dispatch({ type: 'unsent', outgoing: { ...outgoing, replaces: outgoing.replaces ?? null, problem: 'failed' } })
  }, [id, dispatch])
}
