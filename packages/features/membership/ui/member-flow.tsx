import type { ProgressResult } from '../../survey/schema.ts'
import type { Standing } from '../../waitlist/schema.ts'
import { standingOf } from '../../waitlist/ui/invite/invite-panel.tsx'
import { SurveyFlow, type SurveyFlowProps } from './survey-flow.tsx'

export type Progress = Extract<ProgressResult, { error: null }>

interface MemberFlowProps extends Pick<SurveyFlowProps, 'start' | 'onQualified' | 'onClose' | 'returnFocusTo'> {
  ticket: string
  status: Standing & { confirmed: boolean }
  progress: Progress
}

export function MemberFlow({ ticket, status, progress, ...journey }: MemberFlowProps) {
  const { drafts, followedUp } = progress
  return (
    <SurveyFlow
      member={{ ticket, email: status.email }}
      standing={{ ...standingOf(status), confirmed: status.confirmed }}
      followedUp={followedUp}
      serverDrafts={{ qualification: drafts.qualification ?? undefined, follow_up: drafts.follow_up ?? undefined }}
      {...journey}
    />
  )
}
