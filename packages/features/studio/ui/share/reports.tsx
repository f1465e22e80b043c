import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { AgentReport } from '../../agent-schema.ts'

/** What visitors reported. */
export const Reports = ({ reports }: { reports: readonly AgentReport[] }) => (
  <section aria-labelledby="reports">
    <h2 id="reports" className="font-voice text-2xl font-[560]">
      {m.studio_reports()}
    </h2>
    {reports.length === 0 ? (
      <p className="mt-2">{m.studio_reports_none()}</p>
    ) : (
      <ul className="mt-3 border-t border-line">
        {reports.map(({ id, reason, question, reply, createdAt }) => (
          <li key={id} className="border-b border-line py-4">
            <p className="text-sm text-muted">{formatDate(createdAt, getLocale())}</p>
            <p className="font-semibold whitespace-pre-line wrap-anywhere">{reason}</p>
            {question !== '' && <p className="mt-1 text-sm wrap-anywhere">{m.studio_report_question({ question })}</p>}
            {reply !== '' && <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{m.studio_report_reply({ reply })}</p>}
          </li>
        ))}
      </ul>
    )}
  </section>
)
