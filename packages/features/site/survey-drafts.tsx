import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { FollowUpDraft, QualificationDraft } from '../survey/rules.ts'

export interface Drafts {
  qualification?: QualificationDraft | undefined
  follow_up?: FollowUpDraft | undefined
}

const key = 'duo.survey'

/** Pause after the last change before a draft goes to the server, ms. */
const pause = 800

/** What this browser keeps of somebody's answers; another person's on the same device are theirs and stay unread. */
function readDrafts(email: string): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('email' in stored) || stored.email !== email) return {}
    return stored as Drafts
  } catch {
    return {}
  }
}

function writeDrafts(email: string, drafts: Drafts): void {
  try {
    if (drafts.qualification || drafts.follow_up) localStorage.setItem(key, JSON.stringify({ email, ...drafts }))
    else localStorage.removeItem(key)
  } catch {
    // where storage is blocked or full, the server's copy is the only one
  }
}

/** Nothing of anybody's answers stays in this browser. */
export function forgetDrafts(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // what is blocked holds nothing
  }
}

interface Member {
  ticket: string
  email: string
}

/**
 * Somebody's answers as far as they have been given: in this browser at once, on the server a moment later, so that they survive a
 * reload and go on on another device. `stored` is what the server has; what this browser has is newer.
 */
export function useSurveyDrafts({ ticket, email }: Member, stored: Drafts = {}) {
  const { api } = useRouter().options.context
  const drafts = useRef<Drafts>(null)
  drafts.current ??= typeof window === 'undefined' ? stored : { ...stored, ...readDrafts(email) }
  const waiting = useRef(new Map<keyof Drafts, { timer: ReturnType<typeof setTimeout>; send: () => void }>())
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

  const change = (survey: keyof Drafts, answers: Drafts[keyof Drafts]) => {
    clearTimeout(waiting.current.get(survey)?.timer)
    waiting.current.delete(survey)
    drafts.current = { ...drafts.current, [survey]: answers }
    writeDrafts(email, drafts.current)
  }
  const send = async (given: Parameters<Awaited<ReturnType<typeof api>>['survey']['saveDraft']['mutate']>[0]) => {
    try {
      const { survey } = await api()
      await survey.saveDraft.mutate(given)
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
    initial: drafts.current,
    keepQualification: (answers: QualificationDraft) => {
      change('qualification', answers)
      sendLater({ ticket, survey: 'qualification', answers })
    },
    keepFollowUp: (answers: FollowUpDraft) => {
      change('follow_up', answers)
      sendLater({ ticket, survey: 'follow_up', answers })
    },
    /** The answers are saved: their draft is over. */
    drop: (survey: keyof Drafts) => change(survey, undefined),
  }
}
