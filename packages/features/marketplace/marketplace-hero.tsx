import { m } from '@duo/platform/i18n/messages.ts'

/** Whom one meets here, on the bright voice's ground. Bright in dark mode too, so what is on it is always dark. */
export function MarketplaceHero() {
  return (
    <section className="relative overflow-clip bg-voice-bright pt-header text-on-bright [--color-focus:var(--color-on-bright)]">
      <div
        aria-hidden="true"
        className="absolute -right-24 -bottom-40 size-72 rounded-full bg-overlap md:right-[16vw] md:-bottom-[12vw] md:size-[22vw]"
      />
      <div
        aria-hidden="true"
        className="absolute -right-[8vw] -bottom-[12vw] hidden size-[30vw] rounded-full bg-voice-deep md:block"
      />
      <div className="page-column relative pt-12 pb-28 md:pt-20 md:pb-24">
        <h1>
          <span className="block font-sans text-base font-semibold tracking-normal">{m.marketplace_name()}</span>{' '}
          <span className="mt-4 -ml-[0.04em] block max-w-[10em] font-voice text-5xl xl:text-display">
            <span className="block font-[620] text-balance">{m.marketplace_heading_first()}</span>{' '}
            <span className="block font-[300] text-balance">{m.marketplace_heading_second()}</span>
          </span>
        </h1>
        <p className="mt-6 max-w-[44ch] text-lg leading-snug md:mt-8 md:max-w-[38ch] lg:max-w-[46ch]">{m.marketplace_text()}</p>
      </div>
    </section>
  )
}
