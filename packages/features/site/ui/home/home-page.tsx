import { useLazyComponent } from '@duo/platform/browser/use-lazy-component.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { JoinFlowProps } from '../../../membership/ui/join-flow.tsx'
import { useReferralCode } from '../../../membership/ui/use-referral-code.ts'
import { loadMember, saveMember } from '../../../session/ui/member-storage.ts'
import type { NoScriptJoin } from '../../../shell/ui/pages/page-context.ts'
import { JoinForm, type JoinOutcome } from '../../../waitlist/ui/join/join-form.tsx'
import { homeStaticSections, noScriptResult, StaticHtml } from '../static-html.tsx'
import { HomeJoin } from './join-section.tsx'

export { homePage as page } from '../../page-meta.ts'

const home = getRouteApi('/')
const fetchFlow = async () => (await import('../../../membership/ui/join-flow.tsx')).JoinFlow

export function Page() {
  const { ref } = home.useSearch()
  const { postedJoin, formKey } = home.useLoaderData()
  return (
    <>
      <StaticHtml id="story" part={homeStaticSections} />
      <HomeJoin
        form={
          <Join invitedByCode={useReferralCode(ref ?? postedJoin?.code ?? undefined)} posted={postedJoin} formKey={formKey} />
        }
      />
    </>
  )
}

function Join({
  posted,
  ...formProps
}: {
  invitedByCode: string | null
  posted: NoScriptJoin | null
  formKey: string | undefined
}) {
  const [Flow, loadFlow] = useLazyComponent(fetchFlow)
  const [outcome, setOutcome] = useState<JoinFlowProps['outcome']>(null)
  const [open, setOpen] = useState(false)
  const [rounds, setRounds] = useState(0)
  const [isMember, setIsMember] = useState(false)
  const container = useRef<HTMLDivElement>(null)

  const saveOutcome = ({ email, answer }: JoinOutcome) => {
    if (!answer.userExists) saveMember({ ticket: answer.ticket, email })
    setIsMember(loadMember() !== null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    setIsMember(loadMember() !== null)
    const joinOutcome = outcomeOf(posted)
    if (!joinOutcome || joinOutcome.answer.userExists) return
    // continue a join that was posted before hydration
    saveOutcome(joinOutcome)
    setOutcome({ ...joinOutcome, isAnnounced: true })
    setOpen(true)
    loadFlow()
  }, [])

  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <JoinForm
        key={rounds}
        {...formProps}
        posted={rounds === 0 ? posted : null}
        postedResult={rounds === 0 && outcomeOf(posted) && <StaticHtml id="posted-result" part={noScriptResult} />}
        isMember={isMember}
        onStart={() => Flow ?? loadFlow()}
        onOutcome={(joinOutcome) => {
          saveOutcome(joinOutcome)
          // announce the result once: in the flow's toast, or in the form while the flow is still loading
          setOutcome({ ...joinOutcome, isAnnounced: !Flow })
          setOpen(true)
          return Flow !== undefined
        }}
        onContinue={Flow && (() => setOpen(true))}
      />
      {Flow && (
        <Flow
          outcome={outcome}
          open={open}
          onQualified={() => setRounds(rounds + 1)}
          onClose={() => setOpen(false)}
          returnFocusTo={container}
        />
      )}
    </div>
  )
}

function outcomeOf(posted: NoScriptJoin | null): JoinOutcome | null {
  if (!posted || typeof posted.answer === 'string' || posted.answer.error !== null) return null
  return { email: posted.email, answer: posted.answer }
}
