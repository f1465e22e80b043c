import { m } from '@duo/platform/i18n/messages.ts'
import { directoryAddress } from '../rules.ts'

export function DirectoryLink() {
  return (
    <a
      href={directoryAddress}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex min-h-touch items-center font-semibold text-ink"
    >
      {new URL(directoryAddress).host}
      <span className="sr-only"> ({m.safety_page_new_tab()})</span>
    </a>
  )
}
