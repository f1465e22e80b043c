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
  { id: 'price', name: m.billing_price(), of: (plan) => priceText(plan) ?? m.billing_unannounced() },
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

/** Each cell repeats its plan, because screen readers drop the headers of rows laid out as blocks on phones. */
export function PlanTable({ plans }: { plans: readonly Plan[] }) {
  return (
    <section aria-labelledby="compare-title" className="page-column relative bg-paper py-section">
      <h2 id="compare-title" className="font-voice text-5xl font-[300]">
        {m.billing_table_title()}
      </h2>
      <table className="mt-10 w-full table-fixed text-left max-md:block">
        <caption className="mb-8 max-w-read text-left text-muted max-md:block">{m.billing_table_caption()}</caption>
        <thead className="max-md:sr-only">
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
        <tbody className="max-md:block">
          {attributes().map((attribute) => (
            <Row key={attribute.id} attribute={attribute} plans={plans} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ attribute, plans }: { attribute: Attribute; plans: readonly Plan[] }) {
  return (
    <tr className="border-t border-line-strong align-baseline max-md:block max-md:pt-4 max-md:pb-5 md:hover:bg-paper-raised">
      <th scope="row" className="font-semibold max-md:block md:py-4 md:pr-4">
        <span className="font-display text-lg font-[560] md:font-sans md:text-base md:font-semibold">{attribute.name}</span>
        {attribute.note && <span className="block text-sm font-normal text-muted">{attribute.note}</span>}
      </th>
      {plans.map((plan) => (
        <td key={plan.id} className="figures max-md:mt-2 max-md:grid max-md:grid-cols-[6rem_1fr] max-md:gap-x-4 md:py-4 md:pl-4">
          <span className="text-muted md:hidden">{plan.name}</span>
          <div>{attribute.of(plan) ?? <Nothing />}</div>
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
  return <span className="font-semibold md:font-display md:text-lg">{children}</span>
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
