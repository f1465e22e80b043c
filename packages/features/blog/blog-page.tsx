import { buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { GroundHalves } from '@duo/platform/browser/ui/ground-halves.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'

/** The blog before its first article: what it will be about, on a ground where the two voices blend. */
export function Page() {
  return (
    <section
      data-ground="deep"
      className="relative overflow-clip bg-[linear-gradient(176deg,var(--color-voice-deep)_calc(100%-15rem),var(--color-overlap)_calc(100%-6rem),var(--color-voice-bright))]! pt-header xl:bg-[linear-gradient(112deg,var(--color-voice-deep)_56%,var(--color-overlap)_81%,var(--color-voice-bright)_98%)]!"
    >
      <GroundHalves
        width={600}
        height={600}
        person={{ x: 190, y: 250, r: 190 }}
        agent={{ x: 400, y: 330, r: 190 }}
        className="-right-32 -bottom-64 size-104 overflow-visible opacity-[0.1] xl:-right-72 xl:-bottom-40 xl:size-[52rem]"
      />
      <div className="page-column relative flex min-h-[92svh] flex-col pt-6 pb-60 xl:min-h-[88svh] xl:pb-20">
        <Link to="/" className="text-link -ml-1 inline-flex min-h-touch items-center self-start px-1 font-semibold">
          {m.blog_home()}
        </Link>
        <p className="mt-auto pt-16 font-semibold text-on-deep-muted">{m.blog_kicker()}</p>
        <h1 className="font-voice mt-4 -ml-[0.04em] max-w-[9em] text-5xl text-wrap lg:text-display">
          <span className="block font-[620] text-balance">{m.blog_heading_first()}</span>{' '}
          <span className="block font-[300] text-balance">{m.blog_heading_second()}</span>
        </h1>
        <p className="mt-8 max-w-[46ch] text-lg leading-snug">{m.blog_text()}</p>
        <p className="mt-4 max-w-[46ch] text-on-deep-muted">{m.blog_join_text()}</p>
        <Link to="/" hash="email-collection" className={`${buttonLook('bright', 'lg')} mt-8 w-full sm:w-auto sm:self-start`}>
          {m.blog_join()}
        </Link>
      </div>
    </section>
  )
}
