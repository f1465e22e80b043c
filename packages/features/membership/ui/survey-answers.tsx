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

/** Read only: a survey that was sent is not opened again. `progress` changes when there may be other answers. */
export function SurveyAnswers({ ticket, progress }: { ticket: string; progress: Progress }) {
  const { api } = usePageContext()
  const [answers, setAnswers] = useState<SurveyExport | null>(null)
  useEffect(() => {
    if (!progress.qualified && !progress.followedUp) return
    const load = async () => {
      const { survey } = await api()
      const result = await survey.download.mutate({ ticket })
      if (result.error === null) setAnswers(result.answers)
    }
    load().catch(console.error)
  }, [api, ticket, progress])
  if (!answers?.qualification && !answers?.followUp) return null
  return (
    <StatusSection id="answers" title={m.site_answers_title()}>
      <dl className="grid gap-5">
        {linesOf(answers).map(({ question, answer, at }) => (
          <div key={question} className="grid gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
            <dt className="text-muted sm:col-start-2">{question}</dt>
            <dd className="font-semibold wrap-anywhere sm:col-start-2">{answer}</dd>
            <dd className="text-sm text-muted sm:col-start-1 sm:row-start-1">
              <LocalDate at={at} />
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
}

function linesOf({ qualification, followUp }: SurveyExport): Line[] {
  const lines: Line[] = []
  const add = (question: string, answer: string, at: string) => answer !== '' && lines.push({ question, answer, at })
  if (qualification) {
    const { audienceSize, categories, otherCategory, goals, changedAt } = qualification
    const areas = [namesOf(categoryNames, categories), otherCategory ?? ''].filter(Boolean).join(': ')
    add(m.survey_audience_question(), namesOf(audienceNames, [audienceSize]), changedAt)
    add(m.survey_categories_question(), areas, changedAt)
    add(m.survey_goals_question(), namesOf(goalNames, goals), changedAt)
  }
  if (followUp) {
    const { userTypes, niches, agentTypes, description, changedAt } = followUp
    add(m.survey_user_types_question(), namesOf(userTypeNames, userTypes), changedAt)
    add(m.survey_niches_question(), namesOf(nicheNames, niches), changedAt)
    add(m.survey_agent_types_question(), namesOf(agentTypeNames, agentTypes), changedAt)
    add(m.survey_description_question(), description, changedAt)
  }
  return lines
}

/** An option that no longer exists keeps its id. */
const namesOf = (names: Partial<Record<string, OptionName>>, ids: string[]) => ids.map((id) => names[id]?.() ?? id).join(', ')
