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
  const timers = useRef<Partial<Record<keyof Drafts, ReturnType<typeof setTimeout>>>>({})
  useEffect(() => {
    const running = timers.current
    return () => Object.values(running).forEach(clearTimeout)
  }, [])

  const change = (survey: keyof Drafts, answers: Drafts[keyof Drafts]) => {
    clearTimeout(timers.current[survey])
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
  return {
    /** What to begin with. */
    initial: drafts.current,
    keepQualification: (answers: QualificationDraft) => {
      change('qualification', answers)
      timers.current.qualification = setTimeout(() => send({ ticket, survey: 'qualification', answers }), pause)
    },
    keepFollowUp: (answers: FollowUpDraft) => {
      change('follow_up', answers)
      timers.current.follow_up = setTimeout(() => send({ ticket, survey: 'follow_up', answers }), pause)
    },
    /** The answers are saved: their draft is over. */
    drop: (survey: keyof Drafts) => change(survey, undefined),
  }
}
