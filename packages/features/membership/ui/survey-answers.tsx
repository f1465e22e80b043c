import { LocalDate } from '@duo/platform/browser/local-date.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import {
  agentTypeNames,
  audienceNames,
  categoryNames,
  goalNames,
  nicheNames,
  type OptionName,
  userTypeNames,
} from '../../survey/option-names.ts'
import type { SurveyExport } from '../../survey/schema.ts'
import { StatusSection } from '../../waitlist/ui/status/status-section.tsx'
import type { Progress } from './member-flow.tsx'

/** Read only: a survey that was sent is not opened again. `progress` changes when there may be other answers, and has those that wait to be sent. */
export function SurveyAnswers({ ticket, progress }: { ticket: string; progress: Progress }) {
  const { api } = usePageContext()
  const [answers, setAnswers] = useState<SurveyExport>()
  useEffect(() => {
    if (!progress.qualified && !progress.followedUp) return
    const load = async () => {
      const { survey } = await api()
      const result = await survey.download.mutate({ ticket })
      if (result.error === null) setAnswers(result.answers)
    }
    load().catch(console.error)
  }, [api, ticket, progress])
  const lines = [...sentLines(answers), ...draftLines(progress)]
  if (lines.length === 0) return null
  return (
    <StatusSection id="answers" title={m.site_answers_title()}>
      <dl className="grid gap-5">
        {lines.map(({ question, answer, at, isDraft }) => (
          <div key={question} className="grid gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
            <dt className="text-muted sm:col-start-2">{question}</dt>
            <dd className="font-semibold wrap-anywhere sm:col-start-2">{answer}</dd>
            <dd className="text-sm text-muted sm:col-start-1 sm:row-start-1">
              <LocalDate at={at} />
              {isDraft && <span className="block">{m.site_answers_draft()}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </StatusSection>
  )
}

interface Line {
  question: string
  answer: string
  /** Of the last change. */
  at: string
  isDraft: boolean
}

function sentLines({ qualification, followUp }: Partial<SurveyExport> = {}): Line[] {
  return [
    ...(qualification ? qualificationLines(qualification, qualification.changedAt, false) : []),
    ...(followUp ? followUpLines(followUp, followUp.changedAt, false) : []),
  ]
}

/** Answers that the server keeps until the survey is sent. */
function draftLines({ qualified, followedUp, drafts: { qualification, follow_up: followUp } }: Progress): Line[] {
  return [
    ...(qualification && !qualified ? qualificationLines(qualification.answers, qualification.changedAt, true) : []),
    ...(followUp && !followedUp ? followUpLines(followUp.answers, followUp.changedAt, true) : []),
  ]
}

type Qualification = Pick<NonNullable<SurveyExport['qualification']>, 'categories' | 'otherCategory' | 'goals'> & {
  audienceSize: string | null
}

function qualificationLines(answers: Qualification, at: string, isDraft: boolean): Line[] {
  const { audienceSize, categories, otherCategory, goals } = answers
  const areas = [namesOf(categoryNames, categories), otherCategory ?? ''].filter(Boolean).join(': ')
  return withAnswers([
    { question: m.survey_audience_question(), answer: namesOf(audienceNames, audienceSize ? [audienceSize] : []), at, isDraft },
    { question: m.survey_categories_question(), answer: areas, at, isDraft },
    { question: m.survey_goals_question(), answer: namesOf(goalNames, goals), at, isDraft },
  ])
}

type FollowUp = Pick<NonNullable<SurveyExport['followUp']>, 'userTypes' | 'niches' | 'agentTypes' | 'description'>

function followUpLines({ userTypes, niches, agentTypes, description }: FollowUp, at: string, isDraft: boolean): Line[] {
  return withAnswers([
    { question: m.survey_user_types_question(), answer: namesOf(userTypeNames, userTypes), at, isDraft },
    { question: m.survey_niches_question(), answer: namesOf(nicheNames, niches), at, isDraft },
    { question: m.survey_agent_types_question(), answer: namesOf(agentTypeNames, agentTypes), at, isDraft },
    { question: m.survey_description_question(), answer: description, at, isDraft },
  ])
}

const withAnswers = (lines: Line[]) => lines.filter(({ answer }) => answer !== '')

/** An option that no longer exists keeps its id. */
const namesOf = (names: Partial<Record<string, OptionName>>, ids: string[]) => ids.map((id) => names[id]?.() ?? id).join(', ')
