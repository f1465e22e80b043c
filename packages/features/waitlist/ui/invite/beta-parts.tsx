import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { betaNote, betaParts } from '../../beta.ts'

/** What an invited person can do today, and what is still to come. */
export function BetaParts() {
  const { studio = 'off' } = usePageContext()
  const note = betaNote(studio)
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {note !== null && <p className="max-w-[52ch] sm:col-span-2">{note}</p>}
      {betaParts(studio).map(({ title, lines }) => (
        <div key={title}>
          <h3 className="mb-2 text-lg font-semibold">{title}</h3>
          <ul className="grid list-disc gap-2 pl-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
