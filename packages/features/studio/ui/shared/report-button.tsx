import { useLazyDialog } from '@duo/platform/browser/parts/use-lazy-dialog.ts'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { FlagIcon } from '../../../chat/ui/icons.tsx'
import type { Reported } from './report-dialog.tsx'

/** `about`: the reply below which it stands. */
export function ReportButton({ slug, about }: { slug: string; about?: Reported }) {
  const { Dialog, button, dialog } = useLazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)
  return (
    <>
      <button type="button" {...button} className={`${buttonClasses('plain')} px-2! noscript:hidden`}>
        <FlagIcon className="size-5 flex-none" />
        <span>{about ? m.studio_shared_report_reply() : m.studio_shared_report()}</span>
      </button>
      {Dialog && <Dialog {...dialog} slug={slug} about={about} />}
    </>
  )
}
