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

const places = [
  'text-3xl font-[300] md:col-span-12 lg:text-5xl',
  'text-2xl font-[450] md:col-span-5 lg:col-start-2',
  'text-2xl font-[450] md:col-span-6 md:col-start-7 md:mt-16',
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
      <div className="mt-10 grid gap-x-8 gap-y-12 md:grid-cols-12 lg:mt-16 lg:gap-y-20">
        {testimonials.map(({ id, quote, author, role }, index) => (
          <figure key={id} className={`font-voice ${places[index]}`}>
            <blockquote className="-indent-[0.42em] leading-[1.12] text-pretty">“{quote()}”</blockquote>
            <figcaption className="mt-4 font-sans text-base tracking-normal text-muted">
              <span className="font-semibold text-ink">{author()}</span>, {role()}
            </figcaption>
          </figure>
        ))}
      </div>
      <p className="mt-16 flex flex-wrap items-center gap-x-6 gap-y-4 text-lg lg:mt-24">
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
