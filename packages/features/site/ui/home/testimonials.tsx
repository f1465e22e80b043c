import { m } from '@duo/platform/i18n/messages.ts'

/** Invented examples, which the page declares. When replacing them with approved quotes, remove `site_testimonials_note`. */
const testimonials = [
  {
    id: 'bread',
    quote: () => m.site_testimonials_bread_quote(),
    author: () => m.site_testimonials_bread_author(),
    role: () => m.site_testimonials_bread_role(),
  },
  {
    id: 'guitar',
    quote: () => m.site_testimonials_guitar_quote(),
    author: () => m.site_testimonials_guitar_author(),
    role: () => m.site_testimonials_guitar_role(),
  },
  {
    id: 'law',
    quote: () => m.site_testimonials_law_quote(),
    author: () => m.site_testimonials_law_author(),
    role: () => m.site_testimonials_law_role(),
  },
]

export function HomeTestimonials() {
  return (
    <section aria-labelledby="testimonials-title" className="page-column py-section">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-t border-line-strong pt-4">
        <h2 id="testimonials-title" className="text-xl">
          {m.site_testimonials_title()}
        </h2>
        <p className="text-sm text-muted">{m.site_testimonials_note()}</p>
      </div>
      <div className="mt-10 grid gap-x-12 gap-y-12 md:grid-cols-3 lg:mt-14 lg:gap-x-16">
        {testimonials.map(({ id, quote, author, role }) => (
          <figure key={id} className="row-span-2 grid grid-rows-subgrid gap-y-4">
            <blockquote className="font-voice -indent-[0.42em] text-2xl leading-[1.16] font-[400] text-pretty">
              “{quote()}”
            </blockquote>
            <figcaption className="border-t border-line pt-3 text-muted">
              <span className="font-semibold text-ink">{author()}</span>, {role()}
            </figcaption>
          </figure>
        ))}
      </div>
      <p className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-4 text-lg lg:mt-16">
        <Five />
        {m.site_testimonials_count()}
      </p>
    </section>
  )
}

function Five() {
  return (
    <svg viewBox="0 0 214 44" aria-hidden="true" focusable="false" className="h-11 w-auto max-w-full overflow-visible">
      {[0, 1, 2, 3, 4].map((person) => (
        <circle key={person} cx={22 + person * 34} cy={22} r={22} className="fill-voice-deep" stroke="var(--color-paper)" />
      ))}
      <circle cx={192} cy={22} r={21} className="fill-none stroke-line-strong" strokeDasharray="3 4" />
    </svg>
  )
}
