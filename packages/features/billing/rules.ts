import type { Currency } from '@duo/platform/i18n/format.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

export const planIds = ['free', 'pro', 'growth', 'business'] as const
export type PlanId = (typeof planIds)[number]

export type Limit = number | 'unlimited'

/** Null until announced. Never show, charge or calculate with null. */
export type Announced<T> = T | null

/** `responseHours` is null if no time is promised. */
export type Support =
  | { channel: 'community'; responseHours: null }
  | { channel: 'email' | 'priority' | 'always'; responseHours: number }

export type Perk =
  | 'advancedAnalytics'
  | 'whiteLabel'
  | 'accountManager'
  | 'strategyConsulting'
  | 'customerSuccessManager'
  | 'earlyAccess'

export interface Plan {
  id: PlanId
  /** A proper name, so it is not translated. */
  name: string
  activeAgents: Limit
  /** Whether the plan states that inactive agents do not count. */
  unlimitedCreation: boolean
  /** Total for all agents of the account. */
  tokensPerMonth: Limit
  /** Distinct buyers of the account's agents. */
  buyersPerMonth: Limit
  /** Duo's share of a sale, 0 to 1. */
  takeRate: Announced<number>
  pricePerMonth: Readonly<Record<Currency, Announced<number>>>
  teamMembers: number | null
  support: Support
  perks: readonly Perk[]
}

const unannounced = { USD: null, BRL: null }

/** The plans (spec, section 9). Prices and take rates are not in the spec: an operator sets them here. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    name: 'Free',
    activeAgents: 3,
    unlimitedCreation: true,
    tokensPerMonth: 10_000,
    buyersPerMonth: 100,
    takeRate: null,
    pricePerMonth: unannounced,
    teamMembers: null,
    support: { channel: 'community', responseHours: null },
    perks: [],
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    activeAgents: 15,
    unlimitedCreation: false,
    tokensPerMonth: 100_000,
    buyersPerMonth: 1_000,
    takeRate: null,
    pricePerMonth: unannounced,
    teamMembers: null,
    support: { channel: 'email', responseHours: 24 },
    perks: ['advancedAnalytics'],
  },
  growth: {
    id: 'growth',
    name: 'Growth',
    activeAgents: 50,
    unlimitedCreation: false,
    tokensPerMonth: 500_000,
    buyersPerMonth: 5_000,
    takeRate: null,
    pricePerMonth: unannounced,
    teamMembers: 3,
    support: { channel: 'priority', responseHours: 4 },
    perks: ['whiteLabel', 'accountManager', 'strategyConsulting'],
  },
  business: {
    id: 'business',
    name: 'Business',
    activeAgents: 'unlimited',
    unlimitedCreation: false,
    tokensPerMonth: 2_000_000,
    buyersPerMonth: 25_000,
    takeRate: null,
    pricePerMonth: unannounced,
    teamMembers: null,
    support: { channel: 'always', responseHours: 1 },
    perks: ['customerSuccessManager', 'earlyAccess'],
  },
}

export const allPlans: readonly Plan[] = planIds.map((id) => PLANS[id])

export const currencyOf = (locale: Locale): Currency => (locale === 'pt' ? 'BRL' : 'USD')

export const awaitsPrices = (plans: readonly Plan[], currency: Currency) =>
  plans.some(({ pricePerMonth }) => pricePerMonth[currency] === null)

/** Returns the end of the calendar month, in UTC. */
export const periodEnd = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

/** Returns the first day of the month, in UTC. */
export const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`
