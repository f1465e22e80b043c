import { MotifTexture } from '@duo/platform/browser/ui/motif/motif-texture.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'

export function BlogHero() {
  return (
    <section
      data-ground="deep"
      className="relative overflow-clip bg-[linear-gradient(176deg,var(--color-voice-deep)_calc(100%-8rem),var(--color-overlap)_calc(100%-3rem),var(--color-band))]! pt-header xl:bg-[linear-gradient(112deg,var(--color-voice-deep)_56%,var(--color-overlap)_81%,var(--color-band)_98%)]!"
    >
      <MotifTexture
        width={600}
        height={600}
        person={{ x: 190, y: 250, r: 190 }}
        agent={{ x: 400, y: 330, r: 190 }}
        className="-right-32 -bottom-64 size-104 overflow-visible opacity-[0.1] xl:-right-40 xl:-bottom-72 xl:size-[46rem]"
      />
      <div className="page-column relative flex flex-col pt-6 pb-28 md:pb-40 xl:min-h-[62svh] xl:pb-16">
        <Link to="/" className="text-link -ml-1 inline-flex min-h-touch items-center self-start px-1 font-semibold">
          {m.blog_home()}
        </Link>
        <p className="mt-auto pt-8 font-semibold md:pt-12 text-on-deep-muted">{m.blog_kicker()}</p>
        <h1 className="font-voice mt-4 -ml-[0.04em] max-w-[9em] text-4xl sm:text-5xl text-wrap lg:text-display">
          <span className="block font-[620] text-balance">{m.blog_heading_first()}</span>{' '}
          <span className="block font-[300] text-balance">{m.blog_heading_second()}</span>
        </h1>
        <p className="mt-6 max-w-[46ch] text-lg md:mt-8 leading-snug">{m.blog_text()}</p>
      </div>
    </section>
  )
}
