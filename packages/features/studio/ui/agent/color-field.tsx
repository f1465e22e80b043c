import { m } from '@duo/platform/i18n/messages.ts'
import { agentColors } from '../../agent-rules.ts'
import { colorNames, field, type ProfileFieldsProps } from './profile-names.ts'

/** Pairs of colours as radio buttons; the chosen one also has a border, so it never depends on colour alone. */
export function ColorField({ profile, onChange }: ProfileFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{m.studio_field_colors()}</legend>
      <div className="flex flex-wrap gap-1">
        {agentColors.map(([deep, bright], index) => (
          <label
            key={deep}
            className="relative grid h-12 w-14 cursor-pointer place-items-center rounded-md border-2 border-transparent hover:bg-paper-sunk has-checked:border-ink has-checked:bg-paper-raised has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={field('colors')}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] outline-none"
              checked={profile.colors[0] === deep && profile.colors[1] === bright}
              onChange={() => onChange({ colors: [deep, bright] })}
            />
            <svg viewBox="0 0 40 24" aria-hidden="true" focusable="false" className="h-6 w-10">
              <circle cx={13} cy={12} r={11} fill={deep} />
              <path d="M16 12a11 11 0 0 1 22 0v11H27a11 11 0 0 1-11-11z" fill={bright} />
              <path d="M20 3.5a11 11 0 0 1 0 17 11 11 0 0 1 0-17z" fill={deep} opacity={0.55} />
            </svg>
            <span className="sr-only">{colorNames[index]?.()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
