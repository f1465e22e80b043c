import { useLocalDate } from '@duo/platform/browser/local-date.tsx'
import { saveText } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef } from 'react'
import { CopyButton } from '#shell/ui/sharing/copy-button.tsx'

interface RecoveryCodeSheetProps {
  codes: readonly string[]
  email: string
  onSaved: () => void
}

export function RecoveryCodeSheet({ codes, email, onSaved }: RecoveryCodeSheetProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const formatDay = useLocalDate()
  useEffect(() => title.current?.focus(), [])
  const about = m.second_factor_recovery_file_title({ email, date: formatDay(new Date().toISOString()) })
  const list = codes.join('\n')
  return (
    <section
      data-print="alone"
      aria-labelledby="recovery-codes"
      className="max-w-xl rounded-voice border border-line-strong bg-paper-raised p-6 sm:p-8"
    >
      <h3 ref={title} id="recovery-codes" tabIndex={-1} className="text-xl">
        {m.second_factor_recovery_made_title()}
      </h3>
      <p className="mt-2 print:hidden">{m.second_factor_recovery_made_text()}</p>
      <p className="mt-2 hidden print:block">{about}</p>
      <ol
        translate="no"
        className="mt-6 grid gap-x-6 gap-y-2 font-semibold tracking-[0.06em] tabular-nums sm:grid-cols-2 print:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <CopyButton text={list} label={m.second_factor_recovery_copy()} variant="quiet" />
        <Button
          variant="quiet"
          onClick={() => saveText(`${m.second_factor_recovery_file()}.txt`, `${about}\n\n${list}\n`, 'text/plain;charset=utf-8')}
        >
          {m.second_factor_recovery_save()}
        </Button>
        <Button variant="quiet" onClick={() => window.print()}>
          {m.second_factor_recovery_print()}
        </Button>
      </div>
      <Button size="lg" className="mt-6 w-full print:hidden" onClick={onSaved}>
        {m.second_factor_recovery_keep()}
      </Button>
    </section>
  )
}
