import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import {
  type AudienceSize,
  audienceSizes,
  categories,
  goals,
  maxTextLength,
  type missingAnswer,
  others,
  type QualificationDraft,
} from '../../rules.ts'
import { CheckboxGroup, RadioGroup } from '../parts/choice-group.tsx'
import { audienceNames, categoryNames, goalNames } from '../parts/option-text.ts'

interface AnswersProps {
  draft: QualificationDraft
  onChange: (part: Partial<QualificationDraft>) => void
  /** The id of the question's heading. */
  labelledBy: string
  /** What is missing, once somebody tried to go on without it. */
  missing: ReturnType<typeof missingAnswer>
  /** The first option's input, and the text field of Others: where people are led when they are missing. */
  first: RefObject<HTMLInputElement | null>
  otherField: RefObject<HTMLInputElement | null>
}

/** How many people follow the expert. The circle before each size grows with it. */
export function AudienceQuestion({ draft, onChange, labelledBy, missing, first }: AnswersProps) {
  return (
    <RadioGroup
      labelledBy={labelledBy}
      hint={m.survey_audience_hint()}
      error={missing ? m.survey_choose_one() : undefined}
      options={audienceSizes}
      names={audienceNames}
      marks={audienceIcons}
      look="tile"
      selected={draft.audienceSize}
      onChoose={(audienceSize) => onChange({ audienceSize })}
      firstRef={first}
    />
  )
}

const audienceIcon = (radius: number): ReactNode => (
  <svg
    viewBox="0 0 32 32"
    aria-hidden="true"
    focusable="false"
    className="order-last ml-auto size-9 flex-none lg:size-12 fill-overlap"
  >
    <circle cx={16} cy={16} r={radius} />
  </svg>
)
const audienceIcons: Record<AudienceSize, ReactNode> = {
  '0-1000': audienceIcon(3),
  '1000-5000': audienceIcon(6),
  '5000-20000': audienceIcon(10),
  '20000+': audienceIcon(16),
}

/** The areas of expertise; Others asks which. */
export function CategoriesQuestion({ draft, onChange, labelledBy, missing, first, otherField }: AnswersProps) {
  const hasOther = draft.categories.includes(others)
  const [hadOther] = useState(hasOther)
  return (
    <>
      <CheckboxGroup
        labelledBy={labelledBy}
        hint={m.survey_several_hint()}
        error={missing === 'categories' ? m.survey_choose_some() : undefined}
        options={categories}
        names={categoryNames}
        selected={draft.categories}
        onChoose={(selected) => onChange({ categories: selected })}
        firstRef={first}
      />
      {hasOther && (
        <OtherField
          value={draft.otherCategory}
          onChange={(otherCategory) => onChange({ otherCategory })}
          error={missing === 'other' ? m.survey_other_missing() : undefined}
          isNew={!hadOther}
          field={otherField}
        />
      )}
    </>
  )
}

interface OtherFieldProps {
  value: string
  onChange: (text: string) => void
  error: string | undefined
  /** Whether it has only now been asked for. */
  isNew: boolean
  field: RefObject<HTMLInputElement | null>
}

/** A new one comes into sight: Others stands last, and on a phone what follows it is below the edge. */
function OtherField({ value, onChange, error, isNew, field }: OtherFieldProps) {
  useEffect(() => {
    if (isNew) field.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew, field])
  return (
    <Field
      ref={field}
      className="mt-6 animate-rise"
      style={{ scrollMarginBlock: '3rem' }}
      label={m.survey_other_label()}
      required
      maxLength={maxTextLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}

/** What the agent is for. */
export function GoalsQuestion({ draft, onChange, labelledBy, missing, first }: AnswersProps) {
  return (
    <CheckboxGroup
      labelledBy={labelledBy}
      hint={m.survey_several_hint()}
      error={missing ? m.survey_choose_some() : undefined}
      options={goals}
      names={goalNames}
      look="tile"
      columns={1}
      selected={draft.goals}
      onChoose={(selected) => onChange({ goals: selected })}
      firstRef={first}
    />
  )
}
