import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

/** The ground is bright in dark mode too, so the button and its focus ring are always dark. */
export function HomeBanner() {
  return (
    <section
      aria-labelledby="banner-title"
      className="relative overflow-clip bg-voice-bright text-on-bright [--color-accent-strong:var(--color-on-bright)] [--color-accent:var(--color-voice-deep)] [--color-focus:var(--color-on-bright)] [--color-on-accent:var(--color-on-deep)]"
    >
      <div
        aria-hidden="true"
        className="absolute bottom-0 left-[34%] aspect-square w-[84%] translate-y-1/2 rounded-full bg-overlap md:left-[54%] md:w-[52%] md:translate-y-2/5"
      />
      <div className="page-column relative pt-section pb-48 md:pb-section">
        <h2 id="banner-title" className="font-voice max-w-[11em] text-5xl font-[620] text-balance">
          {m.site_banner_title()}
        </h2>
        <p className="font-voice mt-4 text-3xl font-[300]">{m.site_banner_text()}</p>
        <a href="#email-collection" className={`${buttonClasses('primary', 'lg')} mt-8 max-sm:text-wrap`}>
          {m.site_hero_join()}
        </a>
      </div>
    </section>
  )
}
