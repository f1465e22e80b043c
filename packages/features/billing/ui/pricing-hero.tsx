import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { awaitsPrices, currencyOf, type Plan } from '../rules.ts'

export function PricingHero({ plans }: { plans: readonly Plan[] }) {
  const waiting = awaitsPrices(plans, currencyOf(getLocale()))
  return (
    <div className="page-column relative z-10 pt-8 pb-16 md:pt-10">
      <p className="font-semibold text-muted">{m.billing_hero_kicker()}</p>
      <h1 className="font-voice mt-4 -ml-[0.04em] max-w-[6.8em] text-display md:mt-6 lg:max-w-none lg:text-[min(6.4vw,5.75rem)] lg:leading-[0.98]">
        <span className="block font-[620]">{m.billing_hero_title_first()}</span>{' '}
        <span className="block font-[300]">{m.billing_hero_title_second()}</span>
      </h1>
      <p className="mt-6 max-w-[36ch] text-lg leading-snug md:mt-8">{m.billing_hero_lead()}</p>
      <p className="mt-4 max-w-[46ch] text-sm text-muted">
        {waiting && <span>{m.billing_hero_note_prices()} </span>}
        <span>
          {m.billing_hero_note_card()} {m.billing_scale_caption()}
        </span>
      </p>
    </div>
  )
}
