import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { type Limit, PLANS, type PlanId } from '../rules.ts'
import { limitText, planLines } from './plan-text.ts'

interface PlanUsageProps {
  plan: PlanId
  limits: Record<Counted, Limit>
  /** What does not exist yet is not counted. */
  usage: Partial<Record<Counted, number>>
}

type Counted = 'tokensPerMonth' | 'activeAgents' | 'buyersPerMonth'

export function PlanUsage({ plan, limits, usage }: PlanUsageProps) {
  return (
    <>
      <p className="font-voice text-3xl font-[560]">{PLANS[plan].name}</p>
      <p className="text-muted">{planLines[plan]()}</p>
      <dl className="mt-6 grid gap-5">
        <Usage name={m.billing_tokens()} used={usage.tokensPerMonth} limit={limits.tokensPerMonth} />
        <Usage name={m.billing_agents()} used={usage.activeAgents} limit={limits.activeAgents} />
        <Usage name={m.billing_buyers()} used={usage.buyersPerMonth} limit={limits.buyersPerMonth} />
      </dl>
    </>
  )
}

function Usage({ name, used, limit }: { name: string; used: number | undefined; limit: Limit }) {
  if (used === undefined) return <Later name={name} limit={limit} />
  const share = limit === 'unlimited' ? 0 : Math.min(1, used / limit)
  const number = (value: number) => formatNumber(value, getLocale())
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="font-semibold">{name}</dt>
      <dd className="figures text-muted">
        {limit === 'unlimited'
          ? m.billing_subscription_used_unlimited({ used: number(used) })
          : m.billing_subscription_used({ used: number(used), limit: number(limit) })}
      </dd>
      {limit !== 'unlimited' && (
        <dd aria-hidden="true" className="mt-2 h-2 w-full overflow-clip rounded-full bg-line">
          <div
            data-fill=""
            style={{ width: `${share * 100}%` }}
            className={`h-full rounded-full ${share >= 0.9 ? 'bg-overlap' : 'bg-accent'}`}
          />
        </dd>
      )}
    </div>
  )
}

function Later({ name, limit }: { name: string; limit: Limit }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="font-semibold">{name}</dt>
      <dd className="figures text-muted">{m.billing_subscription_later({ limit: limitText(limit) })}</dd>
    </div>
  )
}
