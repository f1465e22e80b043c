import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type AgentProfile, agentColors } from '../../agent-rules.ts'
import type { DraftValue } from './draft-saver.ts'
import { categoryNames, colorNames, languageNames, personNames, revealNames } from './profile-names.ts'

interface ConflictNoticeProps {
  mine: DraftValue
  theirs: DraftValue
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Both versions of each field that differs, and the choice between them. */
export function ConflictNotice({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const [here, there] = [fieldsOf(mine), fieldsOf(theirs)]
  const different = here.flatMap(({ label, text }, index) => {
    const other = there[index]?.text ?? ''
    return text === other ? [] : [{ label, mine: text, theirs: other }]
  })
  return (
    <section role="alert" className="mb-8 rounded-heard border-2 border-danger bg-paper-raised p-5">
      <p className="font-semibold">{m.studio_conflict()}</p>
      <dl className="mt-4 grid gap-4">
        {different.map((field) => (
          <div key={field.label}>
            <dt className="text-sm font-semibold">{field.label}</dt>
            <dd className="mt-1 grid gap-3 sm:grid-cols-2">
              <Version title={m.studio_conflict_mine()} text={field.mine} />
              <Version title={m.studio_conflict_theirs()} text={field.theirs} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onKeepMine}>{m.studio_conflict_keep()}</Button>
        <Button variant="quiet" onClick={onTakeTheirs}>
          {m.studio_conflict_take()}
        </Button>
      </div>
    </section>
  )
}

const Version = ({ title, text }: { title: string; text: string }) => (
  <div className="rounded-md bg-paper-sunk p-3 text-sm">
    <p className="text-muted">{title}</p>
    <p className="whitespace-pre-line wrap-anywhere">{text === '' ? m.studio_conflict_empty() : text}</p>
  </div>
)

function fieldsOf({ name, profile }: DraftValue): { label: string; text: string }[] {
  return [
    { label: m.studio_field_name(), text: name.trim() },
    { label: m.studio_field_line(), text: profile.line.trim() },
    { label: m.studio_field_description(), text: profile.description.trim() },
    { label: m.studio_field_voice(), text: profile.voice.trim() },
    { label: m.studio_field_category(), text: categoryNames[profile.category]() },
    { label: m.studio_field_colors(), text: colorsText(profile) },
    { label: m.studio_field_starters(), text: profile.starters.filter((text) => text.trim() !== '').join('\n') },
    { label: m.studio_field_scope(), text: profile.onlyDocuments ? m.studio_scope_only() : m.studio_scope_first() },
    { label: m.studio_field_not_covered(), text: profile.notCovered.trim() },
    { label: m.studio_field_languages(), text: languagesText(profile) },
    { label: m.studio_field_reveal(), text: revealNames[profile.reveal]() },
    { label: m.studio_field_person(), text: profile.person === null ? '' : personNames[profile.person]() },
  ]
}

function colorsText({ colors }: AgentProfile): string {
  const place = agentColors.findIndex(([deep, bright]) => deep === colors[0] && bright === colors[1])
  return colorNames[place]?.() ?? colors.join(', ')
}

const languagesText = ({ languages }: AgentProfile) =>
  languages
    .map((language) => languageNames[language]())
    .sort()
    .join(', ')
