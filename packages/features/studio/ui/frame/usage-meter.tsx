import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { sizeText } from '../../place-text.ts'
import type { StudioUsage } from '../../schema.ts'

/** What the account's plan leaves for files and passages. */
export function UsageMeter({ used, limit }: StudioUsage) {
  const locale = getLocale()
  const share = Math.min(1, Math.max(used.bytes / limit.bytes, used.passages / limit.passages))
  return (
    <div className="text-sm text-muted">
      <div className="mb-2 h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
      <p className="figures">
        {m.studio_usage_bytes({ used: sizeText(used.bytes, locale), limit: sizeText(limit.bytes, locale) })}
      </p>
      <p className="figures">
        {m.studio_usage_passages({ used: formatNumber(used.passages, locale), limit: formatNumber(limit.passages, locale) })}
      </p>
    </div>
  )
}
