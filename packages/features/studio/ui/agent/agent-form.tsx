import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useId } from 'react'
import type { CreatorCategory } from '../../agent-rules.ts'
import * as rules from '../../agent-rules.ts'
import { maxNameLength } from '../../rules.ts'
import { ColorField } from './color-field.tsx'
import type { DraftChange, DraftValue } from './draft-saver.ts'
import { LongField } from './long-field.tsx'
import { categoryNames, type ProfileFieldsProps } from './profile-names.ts'
import { RuleFields } from './rule-fields.tsx'
import { StarterFields } from './starter-fields.tsx'

interface AgentFormProps {
  value: DraftValue
  hasModel: boolean
  proposedStarters: readonly string[]
  onChange: (change: DraftChange) => void
  onLeaveField: () => void
}

export function AgentForm({ value: { name, profile }, hasModel, proposedStarters, onChange, onLeaveField }: AgentFormProps) {
  const fields: ProfileFieldsProps = { profile, onChange: (change) => onChange({ profile: change }) }
  return (
    <form
      noValidate
      method="post"
      aria-label={m.studio_agent_title()}
      className="grid gap-6"
      onBlur={onLeaveField}
      onSubmit={(event) => {
        event.preventDefault()
        onLeaveField()
      }}
    >
      <div className="grid gap-x-5 sm:grid-cols-2">
        <Field
          label={m.studio_field_name()}
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          error={name.trim() === '' ? m.studio_name_required() : null}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Field
          label={m.studio_field_line()}
          hint={m.studio_field_line_hint()}
          value={profile.line}
          maxLength={rules.maxLineLength}
          autoComplete="off"
          onChange={({ target }) => fields.onChange({ line: target.value })}
        />
      </div>
      <LongField
        label={m.studio_field_description()}
        value={profile.description}
        maxLength={rules.maxDescriptionLength}
        onText={(description) => fields.onChange({ description })}
      />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <LongField
          label={m.studio_field_voice()}
          hint={hasModel ? m.studio_field_voice_model() : m.studio_field_voice_no_model()}
          value={profile.voice}
          maxLength={rules.maxVoiceLength}
          onText={(voice) => fields.onChange({ voice })}
        />
        <div className="grid content-start gap-6">
          <CategoryField {...fields} />
          <ColorField {...fields} />
        </div>
      </div>
      <StarterFields {...fields} proposed={proposedStarters} />
      <RuleFields {...fields} />
    </form>
  )
}

function CategoryField({ profile, onChange }: ProfileFieldsProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {m.studio_field_category()}
      </label>
      <select
        id={id}
        value={profile.category}
        className="min-h-14 w-full rounded-heard border border-line-strong bg-paper-raised px-4 text-base hover:border-ink"
        onChange={({ target }) => {
          const category = rules.creatorCategories.find((one: CreatorCategory) => one === target.value)
          if (category) onChange({ category })
        }}
      >
        {rules.creatorCategories.map((category) => (
          <option key={category} value={category}>
            {categoryNames[category]()}
          </option>
        ))}
      </select>
    </div>
  )
}
