import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useServerSync } from '../../shell/ui/api/use-server-sync.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { Standing } from '../../waitlist/schema.ts'
import { StatusSection } from '../../waitlist/ui/status/status-section.tsx'
import type { Progress } from './member-flow.tsx'
import { SurveyAnswers } from './survey-answers.tsx'
import { clearAnswered } from './use-survey-drafts.ts'

const fetchMemberFlow = async () => (await import('./member-flow.tsx')).MemberFlow

interface PendingSurveysProps {
  ticket: string
  status: Standing & { confirmed: boolean }
  /** Whether the ticket opens the whole entry, with the answers. */
  isWhole?: boolean
}

/** The surveys that are open, and what was answered. */
export function PendingSurveys({ ticket, status, isWhole = false }: PendingSurveysProps) {
  const { api } = usePageContext()
  const { email } = status
  const [progress, setProgress] = useState<Progress | null>(null)
  const [MemberFlow, loadMemberFlow] = useLazyComponent(fetchMemberFlow)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const fetchProgress = useCallback(async () => {
    const { survey } = await api()
    const answer = await survey.progress.mutate({ ticket })
    if (answer.error !== null) return
    clearAnswered(email, answer)
    setProgress(answer)
  }, [api, ticket, email])
  // not while the surveys are open: their draft is newer
  const sync = useCallback(async () => {
    if (!open) await fetchProgress()
  }, [open, fetchProgress])
  useEffect(() => {
    sync().catch(console.error)
  }, [sync])
  const notifyOtherTabs = useServerSync('duo.survey', sync, { pollMs: null })

  if (!progress) return null
  const answers = isWhole ? <SurveyAnswers ticket={ticket} progress={progress} /> : null
  if (progress.qualified && progress.followedUp) return answers
  const start = () => {
    loadMemberFlow(() => setOpen(false))
    setOpen(true)
  }
  const draft = progress.qualified ? progress.drafts.follow_up : progress.drafts.qualification
  return (
    <>
      <StatusSection id="surveys" title={m.site_surveys_title()}>
        <p className="mb-4 max-w-[52ch]">{progress.qualified ? m.site_surveys_follow_up() : m.site_surveys_qualification()}</p>
        <Button ref={button} onClick={start} busy={open && !MemberFlow}>
          {draft ? m.site_surveys_continue() : m.site_surveys_start()}
        </Button>
        {open && MemberFlow && (
          <MemberFlow
            ticket={ticket}
            status={status}
            progress={progress}
            start={progress.qualified ? 'follow_up' : 'qualification'}
            onClose={() => {
              setOpen(false)
              notifyOtherTabs()
            }}
            returnFocusTo={button}
          />
        )}
      </StatusSection>
      {answers}
    </>
  )
}
