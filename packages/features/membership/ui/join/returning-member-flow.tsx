import { useEffect, useState } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { Standing } from '#waitlist/schema.ts'
import { MemberFlow, type Progress } from '../member-flow.tsx'
import type { SurveyFlowProps } from '../survey-flow.tsx'
import { clearAnswered } from '../use-survey-drafts.ts'

type ReturningMemberFlowProps = Pick<SurveyFlowProps, 'onQualified' | 'onClose' | 'returnFocusTo'> & { ticket: string }

/** Shows the welcome (spec, section 2) or the open questions to a member who joins again; nothing if loading fails. */
export function ReturningMemberFlow({ ticket, ...journey }: ReturningMemberFlowProps) {
  const { api } = usePageContext()
  const [member, setMember] = useState<{ status: Standing & { confirmed: boolean }; progress: Progress }>()
  useEffect(() => {
    let isCurrent = true
    const fetchMember = async () => {
      const { waitlist, survey } = await api()
      const [entry, progress] = await Promise.all([waitlist.status.query({ ticket }), survey.progress.mutate({ ticket })])
      if (!isCurrent || entry.error !== null || progress.error !== null) return
      clearAnswered(entry.status.email, progress)
      setMember({ status: entry.status, progress })
    }
    fetchMember().catch(console.error)
    return () => {
      isCurrent = false
    }
  }, [api, ticket])
  if (!member) return null
  const { qualified, followedUp } = member.progress
  return <MemberFlow ticket={ticket} {...member} start={qualified || followedUp ? 'follow_up' : 'qualification'} {...journey} />
}
