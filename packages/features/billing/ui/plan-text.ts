import { formatCurrency, formatNumber, formatPercent } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { type Announced, currencyOf, type Limit, type Perk, type Plan, type PlanId, type Support } from '../rules.ts'

export const limitText = (limit: Limit) => (limit === 'unlimited' ? m.billing_unlimited() : formatNumber(limit, getLocale()))

/** Returns the price without its period, `$29` or `R$ 29,90`; null if it is not announced. */
export function priceText({ pricePerMonth }: Plan): string | null {
  const locale = getLocale()
  const cents = pricePerMonth[currencyOf(locale)]
  return cents === null ? null : formatCurrency(cents, currencyOf(locale), locale)
}

/** Null if it is not announced. */
export const takeRateText = (share: Announced<number>) => (share === null ? null : formatPercent(share, getLocale()))

export const planLines: Record<PlanId, () => string> = {
  free: m.billing_plan_free_line,
  pro: m.billing_plan_pro_line,
  growth: m.billing_plan_growth_line,
  business: m.billing_plan_business_line,
}

export const supportNames: Record<Support['channel'], () => string> = {
  community: m.billing_support_community,
  email: m.billing_support_email,
  priority: m.billing_support_priority,
  always: m.billing_support_always,
}

const supportLines = {
  email: m.billing_support_line_email,
  priority: m.billing_support_line_priority,
  always: m.billing_support_line_always,
}

const supportLine = (support: Support) =>
  support.channel === 'community'
    ? m.billing_support_line_community()
    : supportLines[support.channel]({ hours: support.responseHours })

export const perkNames: Record<Perk, () => string> = {
  advancedAnalytics: m.billing_perk_analytics,
  whiteLabel: m.billing_perk_white_label,
  accountManager: m.billing_perk_account_manager,
  strategyConsulting: m.billing_perk_consulting,
  customerSuccessManager: m.billing_perk_success_manager,
  earlyAccess: m.billing_perk_early_access,
}

export const extrasOf = ({ unlimitedCreation, support, teamMembers, perks }: Plan): string[] => [
  ...(unlimitedCreation ? [m.billing_agents_creation()] : []),
  supportLine(support),
  // the community page says the same
  ...(support.channel === 'community' ? [m.billing_support_community_later()] : []),
  ...(teamMembers === null ? [] : [m.billing_team_members({ count: teamMembers })]),
  ...perks.map((perk) => perkNames[perk]()),
]
