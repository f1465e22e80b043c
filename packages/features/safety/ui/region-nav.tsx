import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { regionName } from '../region-name.ts'
import { type Region, regions } from '../rules.ts'
import { DirectoryLink } from './directory-link.tsx'

/** Links, so that the page works without scripts and the choice can be shared. */
export function RegionNav({ chosen }: { chosen: Region | undefined }) {
  return (
    <div>
      <nav aria-labelledby="where">
        <h2 id="where" className="font-sans text-base font-semibold tracking-normal">
          {m.safety_page_where()}
        </h2>
        <ul className="mt-3 flex flex-wrap gap-2">
          {regions.map((region) => (
            <li key={region}>
              <Link
                to="/help"
                search={{ region }}
                activeOptions={{ exact: true }}
                aria-current={region === chosen ? 'page' : undefined}
                className="inline-flex min-h-touch items-center rounded-full border border-line-strong px-4 text-sm font-semibold transition-colors hover:border-ink aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent"
              >
                {regionName(region)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-2 text-sm text-muted">
        {m.safety_page_elsewhere()} <DirectoryLink />
      </p>
    </div>
  )
}
