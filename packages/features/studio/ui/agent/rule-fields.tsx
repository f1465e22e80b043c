import { Option } from '@duo/platform/browser/ui/forms/option.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { useState } from 'react'
import { maxNotCoveredLength, reveals } from '../../agent-rules.ts'
import { PersonField } from '../person/person-field.tsx'
import { LongField } from './long-field.tsx'
import { field, languageNames, type ProfileFieldsProps, revealNames } from './profile-names.ts'

const legend = 'mb-2 text-sm font-semibold'

/** What it answers from and how much it shows. */
export function RuleFields({ profile, onChange }: ProfileFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className={legend}>{m.studio_field_scope()}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <ScopeCard
            title={m.studio_scope_only()}
            text={m.studio_scope_only_text()}
            checked={profile.onlyDocuments}
            onChoose={() => onChange({ onlyDocuments: true })}
          />
          <ScopeCard
            title={m.studio_scope_first()}
            text={m.studio_scope_first_text()}
            checked={!profile.onlyDocuments}
            onChoose={() => onChange({ onlyDocuments: false })}
          />
        </div>
      </fieldset>
      <LongField
        label={m.studio_field_not_covered()}
        hint={m.studio_not_covered_hint({ sentence: m.studio_reply_not_covered() })}
        value={profile.notCovered}
        maxLength={maxNotCoveredLength}
        onText={(notCovered) => onChange({ notCovered })}
      />
      <LanguageField profile={profile} onChange={onChange} />
      <fieldset>
        <legend className={legend}>{m.studio_field_reveal()}</legend>
        <div className="grid gap-2">
          {reveals.map((reveal) => (
            <Option
              key={reveal}
              type="radio"
              name={field('reveal')}
              checked={profile.reveal === reveal}
              onChange={() => onChange({ reveal })}
            >
              {revealNames[reveal]()}
            </Option>
          ))}
        </div>
      </fieldset>
      <PersonField person={profile.person} onChange={(person) => onChange({ person })} />
    </>
  )
}

interface ScopeCardProps {
  title: string
  text: string
  checked: boolean
  onChoose: () => void
}

const ScopeCard = ({ title, text, checked, onChoose }: ScopeCardProps) => (
  <label className="flex cursor-pointer gap-3 rounded-heard border-2 border-line-strong bg-paper-raised p-4 hover:border-ink has-checked:border-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
    <input
      type="radio"
      name={field('onlyDocuments')}
      checked={checked}
      onChange={onChoose}
      className="mt-1.5 size-5 flex-none accent-accent outline-none"
    />
    <span>
      <span className="block font-semibold">{title}</span>
      <span className="mt-1 block text-sm text-muted">{text}</span>
    </span>
  </label>
)

function LanguageField({ profile: { languages }, onChange }: ProfileFieldsProps) {
  const [isLast, setLast] = useState(false)
  return (
    <fieldset aria-describedby="languages-hint">
      <legend className={legend}>{m.studio_field_languages()}</legend>
      <div className="flex flex-wrap gap-2">
        {locales.map((language) => {
          const isOn = languages.includes(language)
          return (
            <Option
              key={language}
              type="checkbox"
              checked={isOn}
              onChange={() => {
                const changed = locales.filter((one) => (one === language ? !isOn : languages.includes(one)))
                setLast(changed.length === 0)
                if (changed.length > 0) onChange({ languages: changed })
              }}
            >
              {languageNames[language]()}
            </Option>
          )
        })}
      </div>
      <p id="languages-hint" className="mt-2 text-sm text-muted">
        {m.studio_languages_hint()}
      </p>
      <p role="status" className="mt-1 text-sm font-semibold text-danger empty:hidden">
        {isLast ? m.studio_language_one() : null}
      </p>
    </fieldset>
  )
}
