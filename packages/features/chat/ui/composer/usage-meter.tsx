import { formatDate, formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { Usage } from '../../schema.ts'

const number = (value: number) => formatNumber(value, getLocale())
const date = ({ renewsAt }: Usage) => formatDate(renewsAt, getLocale())

/** Share of the monthly tokens from which we show when they renew. */
const lowShare = 0.9

/** Shown once a reply of a model has cost tokens: replies from notes are free. */
export function UsageMeter({ usage }: { usage: Usage }) {
  const { used, limit } = usage
  if (used === 0) return null
  if (limit === 'unlimited') return <p className="figures">{m.chat_usage_unlimited({ used: number(used) })}</p>
  const share = Math.min(1, used / limit)
  return (
    <p className="figures flex flex-wrap items-center gap-x-3">
      <span className="flex items-center gap-x-3">
        <span aria-hidden="true" className="h-1.5 w-16 flex-none overflow-clip rounded-full bg-line max-[22rem]:w-8">
          <span
            style={{ width: `${share * 100}%` }}
            className={`block h-full rounded-full ${share >= lowShare ? 'bg-overlap' : 'bg-accent'}`}
          />
        </span>
        <span>{m.chat_usage({ left: number(Math.max(0, limit - used)), limit: number(limit) })}</span>
      </span>
      {share >= lowShare && share < 1 && (
        <span className="font-semibold text-ink">{m.chat_usage_low({ date: date(usage) })}</span>
      )}
    </p>
  )
}

export function LimitNotice({ usage }: { usage: Usage }) {
  return (
    <div
      role="status"
      className="mb-3 rounded-heard border-l-4 border-overlap bg-paper-raised px-5 py-4 low:mb-1 low:grid low:grid-cols-[1fr_auto] low:gap-x-4 low:py-1"
    >
      <p className="font-semibold">{m.chat_limit_title()}</p>
      <p className="text-sm text-muted">{m.chat_limit_text({ date: date(usage) })}</p>
      <Link
        to="/pricing"
        className="text-link inline-flex min-h-touch items-center text-sm font-semibold low:col-start-2 low:row-span-2 low:row-start-1"
      >
        {m.chat_limit_plans()}
      </Link>
    </div>
  )
}
