import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'
import type { Plan } from '../rules.ts'
import { limitText, perkNames, priceText, supportNames, takeRateText } from './plan-text.ts'

interface Attribute {
  id: string
  name: string
  note?: string
  of: (plan: Plan) => ReactNode
}

const attributes = (): Attribute[] => [
  { id: 'price', name: m.billing_price(), of: priceText },
  { id: 'share', name: m.billing_take_rate(), note: m.billing_take_rate_meaning(), of: ({ takeRate }) => takeRateText(takeRate) },
  { id: 'agents', name: m.billing_agents(), of: (plan) => <Agents plan={plan} /> },
  { id: 'tokens', name: m.billing_tokens(), of: ({ tokensPerMonth }) => <Figure>{limitText(tokensPerMonth)}</Figure> },
  { id: 'buyers', name: m.billing_buyers(), of: ({ buyersPerMonth }) => <Figure>{limitText(buyersPerMonth)}</Figure> },
  {
    id: 'team',
    name: m.billing_team(),
    of: ({ teamMembers }) => (teamMembers === null ? null : m.billing_team_up_to({ count: teamMembers })),
  },
  { id: 'support', name: m.billing_support(), of: ({ support }) => supportNames[support.channel]() },
  {
    id: 'response',
    name: m.billing_response(),
    of: ({ support: { responseHours } }) => (responseHours === null ? null : m.billing_response_hours({ hours: responseHours })),
  },
  { id: 'perks', name: m.billing_perks(), of: ({ perks }) => (perks.length === 0 ? null : <Perks perks={perks} />) },
]

/** For windows with room for columns; on phones the list of plans above says the same. Rows without any value are left out. */
export function PlanTable({ plans }: { plans: readonly Plan[] }) {
  const rows = attributes().filter(({ of }) => plans.some((plan) => of(plan) !== null))
  return (
    <section aria-labelledby="compare-title" className="page-column relative bg-paper py-section max-md:hidden">
      <h2 id="compare-title" className="font-voice text-5xl font-[300]">
        {m.billing_table_title()}
      </h2>
      <table className="mt-10 w-full table-fixed text-left">
        <caption className="mb-8 max-w-read text-left text-muted">{m.billing_table_caption()}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-[21%] pb-4 text-sm font-semibold text-muted">
              {m.billing_table_attribute()}
            </th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col" className="pb-4 pl-4 font-display text-xl font-[620]">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((attribute) => (
            <Row key={attribute.id} attribute={attribute} plans={plans} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ attribute, plans }: { attribute: Attribute; plans: readonly Plan[] }) {
  return (
    <tr className="border-t border-line-strong align-baseline hover:bg-paper-raised">
      <th scope="row" className="py-4 pr-4 font-semibold">
        <span>{attribute.name}</span>
        {attribute.note && <span className="block text-sm font-normal text-muted">{attribute.note}</span>}
      </th>
      {plans.map((plan) => (
        <td key={plan.id} className="figures py-4 pl-4">
          {attribute.of(plan) ?? <Nothing />}
        </td>
      ))}
    </tr>
  )
}

function Nothing() {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">{m.billing_table_nothing()}</span>
    </>
  )
}

function Figure({ children }: { children: string }) {
  return <span className="font-display text-lg font-semibold">{children}</span>
}

function Agents({ plan }: { plan: Plan }) {
  return (
    <>
      <Figure>{limitText(plan.activeAgents)}</Figure>
      {plan.unlimitedCreation && <span className="block text-sm text-muted">{m.billing_agents_creation()}</span>}
    </>
  )
}

function Perks({ perks }: Pick<Plan, 'perks'>) {
  return (
    <ul className="grid gap-y-1.5">
      {perks.map((perk) => (
        <li key={perk}>{perkNames[perk]()}</li>
      ))}
    </ul>
  )
}
