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

/** Pause after the last change before a draft goes to the server, ms. */
const saveDelayMs = 800

/** What this browser keeps of somebody's answers; another person's on the same device are theirs and stay unread. */
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

/** The person as the server names them: a form takes addresses in any writing. */
const ownerOf = (email: string) => normalizeEmail(email) ?? email

function writeDrafts(email: string, drafts: Drafts): void {
  try {
    if (drafts.qualification || drafts.follow_up)
      localStorage.setItem(draftsKey, JSON.stringify({ email: ownerOf(email), ...drafts }))
    else localStorage.removeItem(draftsKey)
  } catch {
    // where storage is blocked or full, the server's copy is the only one
  }
}

/** Nothing of anybody's answers stays in this browser. */
export function clearDrafts(): void {
  try {
    localStorage.removeItem(draftsKey)
  } catch {
    // what is blocked holds nothing
  }
}

/** What this browser keeps of surveys that somebody has answered, here or on another device, is over. */
export function clearAnswered(email: string, progress: { qualified: boolean; followedUp: boolean }): void {
  const { qualification, follow_up } = readDrafts(email)
  const isAnswered = (progress.qualified && qualification) || (progress.followedUp && follow_up)
  if (isAnswered)
    writeDrafts(email, { ...(!progress.qualified && { qualification }), ...(!progress.followedUp && { follow_up }) })
}

/** Of what the server and this browser have, the newer one, for each survey. Moments in ISO 8601 are in order as texts. */
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

/**
 * Somebody's answers as far as they have been given: in this browser at once, on the server a moment later, so that they survive a
 * reload and go on on another device. `stored` is what the server has: the newer one wins.
 */
export function useSurveyDrafts({ ticket, email }: Member, serverDrafts: Drafts = {}) {
  const { api } = usePageContext()
  const drafts = useRef<Drafts>(null)
  drafts.current ??= typeof window === 'undefined' ? serverDrafts : newerDraft(serverDrafts, readDrafts(email))
  const pendingSaves = useRef(new Map<Survey, { timer: ReturnType<typeof setTimeout>; send: () => void }>())
  useEffect(() => {
    const unsent = pendingSaves.current
    return () => {
      // whoever closes the survey right after an answer goes on with that answer on another device too
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
  // told by the server's clock, which is the same for all devices
  const applyServerTime = (survey: Survey, answers: object, changedAt: string) => {
    const draft = drafts.current?.[survey]
    // changed since, or gone from this browser
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
      // the browser has it, and the next change is sent again
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
    /** What to begin with. */
    initial: { qualification: drafts.current.qualification?.answers, follow_up: drafts.current.follow_up?.answers },
    saveQualification: (answers: QualificationDraft) => {
      change('qualification', answers)
      sendLater({ ticket, survey: 'qualification', answers })
    },
    saveFollowUp: (answers: FollowUpDraft) => {
      change('follow_up', answers)
      sendLater({ ticket, survey: 'follow_up', answers })
    },
    /** The answers are saved: their draft is over. */
    clear: (survey: Survey) => change(survey, undefined),
  }
}
