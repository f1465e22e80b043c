import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { PersonaArt } from '../../../marketplace/ui/agents/persona-art.tsx'
import type { DraftValue } from './draft-saver.ts'

/** An agent as visitors will see it. */
export function AgentCard({ agentId, value: { name, profile } }: { agentId: string; value: DraftValue }) {
  const { line, description, colors, starters } = profile
  const shown = starters.filter((text) => text.trim() !== '')
  return (
    <div className="overflow-hidden rounded-voice border border-line bg-paper-raised">
      <PersonaArt slug={agentId} colors={colors} className="block aspect-[4/3] w-full" />
      <div className="p-5">
        <p className="font-voice text-2xl font-[560] wrap-anywhere">
          <Name>{name.trim() === '' ? m.studio_new_name() : name}</Name>
        </p>
        <p className={`mt-1 font-semibold wrap-anywhere ${line.trim() === '' ? 'text-muted' : ''}`}>
          {line.trim() === '' ? m.studio_card_line() : line}
        </p>
        {description.trim() !== '' && <p className="mt-2 text-sm whitespace-pre-line text-muted wrap-anywhere">{description}</p>}
        {shown.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-2">
            {shown.map((text) => (
              <li key={text} className="rounded-heard border border-line-strong px-3 py-1.5 text-sm wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
