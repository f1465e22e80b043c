import { Name } from '@duo/platform/browser/ui/name.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'
import { PersonaArt } from '../../../marketplace/ui/agents/persona-art.tsx'
import type { CreatorCategory } from '../../agent-rules.ts'
import type { SharedAgent } from '../../agent-schema.ts'

/** What the agent is. */
export function AgentFace({ agent: { slug, name, profile } }: { agent: SharedAgent }) {
  return (
    <div className="min-w-0">
      <PersonaArt
        slug={slug}
        colors={profile.colors}
        className="aspect-2/1 w-full rounded-[2rem_2rem_0.25rem_2rem] lg:aspect-4/3"
      />
      <h1 className="mt-6 font-voice text-4xl font-[560] text-balance wrap-anywhere md:text-5xl">
        <Name>{name}</Name>
      </h1>
      {profile.line !== '' && <p className="mt-2 text-xl text-pretty wrap-anywhere">{profile.line}</p>}
      {profile.description !== '' && (
        <p className="mt-5 text-lg whitespace-pre-line text-muted wrap-anywhere">{profile.description}</p>
      )}
    </div>
  )
}

/** What the agent rests on, and how well it does. */
export function AgentBasis({ agent }: { agent: SharedAgent }) {
  const { profile, coverage, documents } = agent
  return (
    <div className="min-w-0">
      <div className="border-y border-line py-4">
        {coverage && <Coverage {...coverage} />}
        <p className="text-sm">{profile.onlyDocuments ? m.studio_shared_only() : m.studio_shared_first()}</p>
      </div>
      {documents.length > 0 && <Documents titles={documents} />}
      <Notes agent={agent} />
    </div>
  )
}

const Coverage = ({ covered, total, at }: NonNullable<SharedAgent['coverage']>) => (
  <p className="figures mb-1 text-sm">
    <strong className="font-semibold">{m.studio_shared_covered({ covered, total })}</strong>{' '}
    {m.studio_shared_measured({ date: formatDate(at, getLocale()) })}
  </p>
)

function Documents({ titles }: { titles: readonly string[] }) {
  return (
    <details className="mt-4">
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">
        {m.studio_shared_documents({ count: titles.length })}
      </summary>
      <ul className="mt-1 border-t border-line">
        {titles.map((title, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have the same title, and the list does not change
          <li key={place} className="border-b border-line py-2 wrap-anywhere">
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Categories with the house's rules for advice. */
const advice: Partial<Record<CreatorCategory, () => string>> = {
  health: m.studio_shared_health,
  law: m.studio_shared_law,
  money: m.studio_shared_money,
}

function Notes({ agent: { profile, sharedAt } }: { agent: SharedAgent }) {
  const { person, category, languages } = profile
  const careful = advice[category]
  return (
    <ul className="mt-4 grid gap-2 text-sm text-muted">
      <Note>{m.studio_shared_machine()}</Note>
      {person !== 'none' && <Note>{person === 'self' ? m.studio_shared_self() : m.studio_shared_agreed()}</Note>}
      {careful && <Note>{careful()}</Note>}
      {languages.length === 1 && <Note>{languages[0] === 'pt' ? m.studio_shared_in_pt() : m.studio_shared_in_en()}</Note>}
      <Note>{m.studio_shared_since({ date: formatDate(sharedAt, getLocale()) })}</Note>
    </ul>
  )
}

const Note = ({ children }: { children: ReactNode }) => <li className="border-l-2 border-line-strong pl-3">{children}</li>
