import { m } from '@duo/platform/i18n/messages.ts'

/** Dimmed in dark mode, but still bright, so its text is always dark. */
export function MarketplaceHero() {
  return (
    <section className="relative overflow-clip bg-band pt-header text-on-bright [--color-focus:var(--color-on-bright)]">
      <div
        aria-hidden="true"
        className="absolute -right-20 -bottom-32 size-40 rounded-full bg-overlap md:right-[16vw] md:-bottom-[12vw] md:size-[22vw]"
      />
      <div
        aria-hidden="true"
        className="absolute -right-[8vw] -bottom-[12vw] hidden size-[30vw] rounded-full bg-voice-deep md:block"
      />
      <div className="page-column relative pt-4 pb-5 md:pt-12 md:pb-14">
        <h1>
          <span className="block font-sans text-sm font-semibold tracking-normal md:text-base">{m.marketplace_name()}</span>{' '}
          <span className="mt-1 -ml-[0.04em] block font-voice text-3xl md:mt-3 md:max-w-[10em] md:text-5xl xl:text-[5rem] xl:leading-none">
            <span className="block font-[620] text-balance">{m.marketplace_heading_first()}</span>{' '}
            <span className="block font-[300] text-balance">{m.marketplace_heading_second()}</span>
          </span>
        </h1>
        <p className="mt-2 max-w-[52ch] text-sm leading-snug md:mt-5 md:max-w-[38ch] md:text-lg lg:max-w-[46ch]">
          {m.marketplace_text()}
        </p>
      </div>
    </section>
  )
}
