import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { beforeJoin } from '#shell/ui/pages/use-viewer.ts'
import type { Plan } from '../rules.ts'
import { EndlessShape, PlanShape } from './plan-shape.tsx'
import { extrasOf, limitText, planLines, priceText, takeRateText } from './plan-text.ts'

/** Theme colours for text on the bright shape. Each text gets the shape's colour as background, for forced colours. */
const onBright =
  '[--color-accent:#43194a] [--color-accent-strong:#64296c] [--color-on-accent:#fbf6ec] [--color-focus:#43194a] [--color-ink:var(--color-on-bright)] [--color-line-strong:light-dark(#7a5312,#5a3b08)] [--color-muted:light-dark(#3a2320,#1d1222)] text-on-bright *:not-[svg]:relative *:not-[svg,a]:bg-band'

export function PlanEntry({ plan }: { plan: Plan }) {
  const endless = plan.activeAgents === 'unlimited'
  return (
    <li
      className={`relative grid content-start gap-y-6 md:row-span-5 md:grid-rows-subgrid md:max-xl:nth-[n+3]:mt-32 ${endless ? `pt-56 md:pt-0 xl:pl-10 ${onBright}` : ''}`}
    >
      {plan.activeAgents === 'unlimited' ? (
        <>
          <EndlessShape className="top-0 -left-24 md:-top-24 md:-left-7 xl:-top-100 xl:-left-3" />
          <p aria-hidden="true" className="font-voice w-fit self-end text-5xl font-[580]">
            {m.billing_scale_no_limit()}
          </p>
        </>
      ) : (
        <div className="self-end">
          <PlanShape agents={plan.activeAgents} />
        </div>
      )}
      <div>
        <h3 className="font-voice text-3xl font-[620]">{plan.name}</h3>
        <p className="font-voice text-xl font-[300] text-balance">{planLines[plan.id]()}</p>
        <Price plan={plan} />
      </div>
      <Figures plan={plan} />
      <ul className="grid content-start gap-y-2">
        {extrasOf(plan).map((extra) => (
          <li key={extra} className="flex gap-x-3">
            <span aria-hidden="true" className="mt-[0.45em] size-2.5 flex-none rounded-full rounded-br-none bg-overlap" />
            {extra}
          </li>
        ))}
      </ul>
      <Link
        to="/"
        hash="email-collection"
        className={`${buttonClasses('primary', 'lg')} self-end sm:justify-self-start xl:max-2xl:px-5 ${beforeJoin}`}
      >
        {m.billing_join()}
      </Link>
    </li>
  )
}

/** Empty until the price is announced: the page says once, above the plans, when that will be. */
function Price({ plan }: { plan: Plan }) {
  const price = priceText(plan)
  return price !== null && <p className="figures mt-3 text-lg font-semibold">{m.billing_price_month({ price })}</p>
}

function Figures({ plan }: { plan: Plan }) {
  const figures = [
    { id: 'agents', name: m.billing_agents(), value: limitText(plan.activeAgents) },
    { id: 'tokens', name: m.billing_tokens(), value: limitText(plan.tokensPerMonth) },
    { id: 'buyers', name: m.billing_buyers(), value: limitText(plan.buyersPerMonth) },
    { id: 'share', name: m.billing_take_rate(), value: takeRateText(plan.takeRate) },
  ]
  return (
    <dl className="border-b border-line-strong">
      {figures.map(
        ({ id, name, value }) =>
          value !== null && (
            <div
              key={id}
              className="flex items-baseline justify-between gap-x-4 border-t border-line-strong py-2.5 xl:block xl:py-3"
            >
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="figures font-semibold">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
