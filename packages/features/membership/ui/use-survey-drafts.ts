import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { useEffect, useRef } from 'react'
import { draftsKey } from '../../session/ui/member-storage.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { FollowUpDraft, QualificationDraft } from '../../survey/rules.ts'
import type { Draft, SaveDraftInput } from '../../survey/schema.ts'

export interface Drafts {
  qualification?: Draft<QualificationDraft> | undefined
  follow_up?: Draft<FollowUpDraft> | undefined
}
type Survey = keyof Drafts

const saveDelayMs = 800

function readDrafts(email: string): Drafts {
  try {
    const stored = JSON.parse(localStorage.getItem(draftsKey) ?? '{}') as Drafts & { email?: string }
    if (stored.email !== ownerOf(email)) return {}
    const { qualification, follow_up } = stored
    return { ...(qualification?.changedAt && { qualification }), ...(follow_up?.changedAt && { follow_up }) }
  } catch {
    return {}
  }
}

const ownerOf = (email: string) => normalizeEmail(email) ?? email

function writeDrafts(email: string, drafts: Drafts): void {
  try {
    if (drafts.qualification || drafts.follow_up)
      localStorage.setItem(draftsKey, JSON.stringify({ email: ownerOf(email), ...drafts }))
    else localStorage.removeItem(draftsKey)
  } catch {
    // without storage, the server has the only copy
  }
}

export function clearAnswered(email: string, progress: { qualified: boolean; followedUp: boolean }): void {
  const { qualification, follow_up } = readDrafts(email)
  const isAnswered = (progress.qualified && qualification) || (progress.followedUp && follow_up)
  if (isAnswered)
    writeDrafts(email, { ...(!progress.qualified && { qualification }), ...(!progress.followedUp && { follow_up }) })
}

function newerDraft(server: Drafts, local: Drafts): Drafts {
  const isLocalNewer = (survey: Survey) => (local[survey]?.changedAt ?? '') >= (server[survey]?.changedAt ?? '')
  return {
    qualification: isLocalNewer('qualification') ? local.qualification : server.qualification,
    follow_up: isLocalNewer('follow_up') ? local.follow_up : server.follow_up,
  }
}

interface Member {
  ticket: string
  email: string
}

/** Stores drafts in this browser at once and on the server after a delay. The newer one wins. */
export function useSurveyDrafts({ ticket, email }: Member, serverDrafts: Drafts = {}) {
  const { api } = usePageContext()
  const drafts = useRef<Drafts>(null)
  drafts.current ??= typeof window === 'undefined' ? serverDrafts : newerDraft(serverDrafts, readDrafts(email))
  const pendingSaves = useRef(new Map<Survey, { timer: ReturnType<typeof setTimeout>; send: () => void }>())
  useEffect(() => {
    const unsent = pendingSaves.current
    return () => {
      // send at once, so that another device can continue with the last answer
      for (const { timer, send } of unsent.values()) {
        clearTimeout(timer)
        send()
      }
      unsent.clear()
    }
  }, [])

  const change = (survey: Survey, answers: QualificationDraft | FollowUpDraft | undefined) => {
    clearTimeout(pendingSaves.current.get(survey)?.timer)
    pendingSaves.current.delete(survey)
    drafts.current = { ...drafts.current, [survey]: answers && { answers, changedAt: new Date().toISOString() } }
    writeDrafts(email, drafts.current)
  }
  /** The server's clock is the same for all devices. */
  const applyServerTime = (survey: Survey, answers: object, changedAt: string) => {
    const draft = drafts.current?.[survey]
    if (draft?.answers !== answers || !readDrafts(email)[survey]) return
    drafts.current = { ...drafts.current, [survey]: { ...draft, changedAt } }
    writeDrafts(email, drafts.current)
  }
  const send = async (input: SaveDraftInput) => {
    try {
      const { survey } = await api()
      const answer = await survey.saveDraft.mutate(input)
      if (answer.error === null && answer.changedAt !== null) applyServerTime(input.survey, input.answers, answer.changedAt)
    } catch (error) {
      console.error(error)
    }
  }
  const sendLater = (input: Parameters<typeof send>[0]) => {
    const sendNow = () => {
      pendingSaves.current.delete(input.survey)
      send(input)
    }
    pendingSaves.current.set(input.survey, { timer: setTimeout(sendNow, saveDelayMs), send: sendNow })
  }
  return {
    initial: { qualification: drafts.current.qualification?.answers, follow_up: drafts.current.follow_up?.answers },
    saveQualification: (answers: QualificationDraft) => {
      change('qualification', answers)
      sendLater({ ticket, survey: 'qualification', answers })
    },
    saveFollowUp: (answers: FollowUpDraft) => {
      change('follow_up', answers)
      sendLater({ ticket, survey: 'follow_up', answers })
    },
    clear: (survey: Survey) => change(survey, undefined),
  }
}
