import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { audienceNames, categoryNames, goalNames } from '../../option-names.ts'
import {
  type AudienceSize,
  audienceSizes,
  categories,
  goals,
  maxTextLength,
  type missingAnswer,
  otherCategoryId,
  type QualificationDraft,
} from '../../rules.ts'
import { CheckboxGroup, RadioGroup } from '../parts/choice-group.tsx'

interface AnswersProps {
  draft: QualificationDraft
  onChange: (part: Partial<QualificationDraft>) => void
  labelledBy: string
  missing: ReturnType<typeof missingAnswer>
  first: RefObject<HTMLInputElement | null>
  otherField: RefObject<HTMLInputElement | null>
}

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

export function CategoriesQuestion({ draft, onChange, labelledBy, missing, first, otherField }: AnswersProps) {
  const hasOther = draft.categories.includes(otherCategoryId)
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
  isNew: boolean
  field: RefObject<HTMLInputElement | null>
}

/** Scrolls the new field into view: Others is the last option, so the field appears below the fold on phones. */
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
