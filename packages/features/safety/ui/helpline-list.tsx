import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { emergencyNumbers, type Helpline, helplinesFor, type Region, telephoneAddress } from '../rules.ts'
import { DirectoryLink } from './directory-link.tsx'
import { waysOf } from './ways.ts'

interface HelplineListProps {
  region: Region
  kind: HelpKind
  lines?: readonly Helpline[]
}

export function HelplineList({ region, kind, lines = helplinesFor(region, kind) }: HelplineListProps) {
  if (lines.length === 0) return <NoLine region={region} kind={kind} />
  return (
    <>
      {kind === 'eating' && lines.every(({ kinds }) => kinds.includes('suicide')) && (
        <p className="mb-4 max-w-read text-muted">{m.safety_page_eating_general()}</p>
      )}
      <ul className="border-b border-line">
        {lines.map((line) => (
          <HelplineRow key={line.name} line={line} />
        ))}
      </ul>
    </>
  )
}

function HelplineRow({ line }: { line: Helpline }) {
  const notes = [markOf(line), hoursOf(line)].filter((note) => note !== undefined)
  return (
    <li className="grid gap-x-8 gap-y-3 border-t border-line py-4 md:grid-cols-[minmax(14rem,1fr)_auto] md:items-center">
      <div>
        <p className="leading-snug font-semibold">{line.name}</p>
        {notes.length > 0 && <p className="mt-1 max-w-[38ch] text-sm text-muted">{notes.join(' · ')}</p>}
      </div>
      <ul className="flex flex-wrap gap-2 md:max-w-96 md:justify-end">
        {waysOf(line).map(({ id, href, label, isPage }) => (
          <li key={id}>
            <a
              href={href}
              className={`figures ${buttonClasses(id === 'call' ? 'primary' : 'quiet')}`}
              {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {label}
              <span className="sr-only">{`, ${line.name}${isPage ? ` (${m.safety_page_new_tab()})` : ''}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}

const marks: Record<NonNullable<Helpline['for']>, () => string> = {
  women: m.safety_line_women,
  men: m.safety_page_for_men,
  young: m.safety_page_for_young,
  adults: m.safety_page_for_adults,
}

const markOf = (line: Helpline) => line.for && marks[line.for]()

const hoursOf = ({ hours }: Helpline) => (hours === 'always' ? m.safety_page_always() : hours?.[getLocale()])

function NoLine({ region, kind }: { region: Region; kind: HelpKind }) {
  const { police, ambulance } = emergencyNumbers[region]
  const number = kind === 'suicide' || kind === 'eating' || kind === 'danger' ? ambulance : police
  const [before, after] = m.safety_page_no_line({ number: '|' }).split('|')
  return (
    <p className="max-w-read border-y border-line py-4">
      <span>{before}</span>
      <a href={telephoneAddress(number)} className="text-link inline-flex min-h-touch items-center font-semibold">
        {number}
      </a>
      <span>{after}</span> <DirectoryLink />
    </p>
  )
}
