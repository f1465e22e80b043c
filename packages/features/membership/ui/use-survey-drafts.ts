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
const pause = 800

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
export function forgetDrafts(): void {
  try {
    localStorage.removeItem(draftsKey)
  } catch {
    // what is blocked holds nothing
  }
}

/** What this browser keeps of surveys that somebody has answered, here or on another device, is over. */
export function dropAnswered(email: string, answered: { qualified: boolean; followedUp: boolean }): void {
  const { qualification, follow_up } = readDrafts(email)
  const over = (answered.qualified && qualification) || (answered.followedUp && follow_up)
  if (over) writeDrafts(email, { ...(!answered.qualified && { qualification }), ...(!answered.followedUp && { follow_up }) })
}

/** Of what the server and this browser have, the newer one, for each survey. Moments in ISO 8601 are in order as texts. */
function newest(stored: Drafts, here: Drafts): Drafts {
  const wins = (survey: Survey) => (here[survey]?.changedAt ?? '') >= (stored[survey]?.changedAt ?? '')
  return {
    qualification: wins('qualification') ? here.qualification : stored.qualification,
    follow_up: wins('follow_up') ? here.follow_up : stored.follow_up,
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
export function useSurveyDrafts({ ticket, email }: Member, stored: Drafts = {}) {
  const { api } = usePageContext()
  const drafts = useRef<Drafts>(null)
  drafts.current ??= typeof window === 'undefined' ? stored : newest(stored, readDrafts(email))
  const waiting = useRef(new Map<Survey, { timer: ReturnType<typeof setTimeout>; send: () => void }>())
  useEffect(() => {
    const unsent = waiting.current
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
    clearTimeout(waiting.current.get(survey)?.timer)
    waiting.current.delete(survey)
    drafts.current = { ...drafts.current, [survey]: answers && { answers, changedAt: new Date().toISOString() } }
    writeDrafts(email, drafts.current)
  }
  // told by the server's clock, which is the same for all devices
  const stamp = (survey: Survey, answers: object, changedAt: string) => {
    const draft = drafts.current?.[survey]
    // changed since, or gone from this browser
    if (draft?.answers !== answers || !readDrafts(email)[survey]) return
    drafts.current = { ...drafts.current, [survey]: { ...draft, changedAt } }
    writeDrafts(email, drafts.current)
  }
  const send = async (given: SaveDraftInput) => {
    try {
      const { survey } = await api()
      const answer = await survey.saveDraft.mutate(given)
      if (answer.error === null && answer.changedAt !== null) stamp(given.survey, given.answers, answer.changedAt)
    } catch (error) {
      // the browser has it, and the next change is sent again
      console.error(error)
    }
  }
  const sendLater = (given: Parameters<typeof send>[0]) => {
    const sendNow = () => {
      waiting.current.delete(given.survey)
      send(given)
    }
    waiting.current.set(given.survey, { timer: setTimeout(sendNow, pause), send: sendNow })
  }
  return {
    /** What to begin with. */
    initial: { qualification: drafts.current.qualification?.answers, follow_up: drafts.current.follow_up?.answers },
    keepQualification: (answers: QualificationDraft) => {
      change('qualification', answers)
      sendLater({ ticket, survey: 'qualification', answers })
    },
    keepFollowUp: (answers: FollowUpDraft) => {
      change('follow_up', answers)
      sendLater({ ticket, survey: 'follow_up', answers })
    },
    /** The answers are saved: their draft is over. */
    drop: (survey: Survey) => change(survey, undefined),
  }
}
