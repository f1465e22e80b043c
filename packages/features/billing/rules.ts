import type { Currency } from '@duo/platform/i18n/format.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

/** The plans, smallest first. */
export const planIds = ['free', 'pro', 'growth', 'business'] as const
export type PlanId = (typeof planIds)[number]

/** How many at most. */
export type Limit = number | 'unlimited'

/** A value, or null until it is announced. What is null is never shown, charged or reckoned as a number. */
export type Announced<T> = T | null

/** Where help comes from, and the hours until an answer; null where no time is promised. */
export type Support =
  | { channel: 'community'; responseHours: null }
  | { channel: 'email' | 'priority' | 'always'; responseHours: number }

/** What a plan names beyond limits and support. */
export type Perk =
  | 'advancedAnalytics'
  | 'whiteLabel'
  | 'accountManager'
  | 'strategyConsulting'
  | 'customerSuccessManager'
  | 'earlyAccess'

export interface Plan {
  id: PlanId
  /** A proper name, the same in every language. */
  name: string
  /** Agents that may be active at the same time. */
  activeAgents: Limit
  /** Whether the plan names that inactive agents do not count. */
  unlimitedCreation: boolean
  /** Chat tokens of all agents of an account together. */
  tokensPerMonth: Limit
  /** Different people who buy from the account's agents. */
  buyersPerMonth: Limit
  /** Duo's share of a sale, from 0 to 1. */
  takeRate: Announced<number>
  /** In cents. */
  pricePerMonth: Readonly<Record<Currency, Announced<number>>>
  /** People who share the account; null where the plan names none. */
  teamMembers: number | null
  support: Support
  perks: readonly Perk[]
}

const unannounced = { USD: null, BRL: null }

/**
 * The one table of what each plan allows and costs (spec, section 9): pages show it, metering holds usage against it, an operator
 * fills prices and take-rates in here. The spec gives neither, so they are null. Perks are those the spec names for the plan itself;
 * whether a plan has those of the smaller one too, it does not say.
 */
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

/** The four plans, smallest first. */
export const allPlans: readonly Plan[] = planIds.map((id) => PLANS[id])

/** The currency in which a language shows prices. */
export const currencyOf = (locale: Locale): Currency => (locale === 'pt' ? 'BRL' : 'USD')

/** Whether some price is still to be announced in that currency. */
export const awaitsPrices = (plans: readonly Plan[], currency: Currency) =>
  plans.some(({ pricePerMonth }) => pricePerMonth[currency] === null)

/** When the period that a moment lies in ends: with the calendar month, in UTC, the same for everybody. */
export const periodEnd = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

/** The period that a moment lies in, by its first day. */
export const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`
