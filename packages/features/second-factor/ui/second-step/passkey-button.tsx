import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { PasskeyTexts } from './passkey-script.ts'

/** Signs in without a form: passkey-script.ts. */
export function PasskeyButton() {
  const texts: PasskeyTexts = {
    passkey_refused: m.second_factor_sign_in_refused(),
    email_not_verified: m.auth_not_confirmed(),
    unsupported: m.second_factor_passkey_unsupported(),
    cancelled: m.second_factor_sign_in_cancelled(),
  }
  return (
    <button
      type="button"
      disabled
      data-sends
      data-passkey={JSON.stringify(texts)}
      className={`${buttonClasses('quiet', 'lg')} bg-paper-raised max-[22rem]:whitespace-normal`}
    >
      <PasskeyMark />
      {m.second_factor_sign_in()}
    </button>
  )
}

function PasskeyMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 flex-none fill-current">
      <circle cx={9} cy={7} r={4} />
      <path d="M9 12.5c-4 0-7 2.4-7 5.500v2h11.500v-4.300a4.6 4.6 0 0 1-1-2.600A9.5 9.5 0 0 0 9 12.500z" />
      <path d="M18.5 9.500a3.5 3.5 0 0 0-1.5 6.660V21l1.5 1.5 2-2-1.2-1.2 1.2-1.3-1-1.200A3.5 3.5 0 0 0 18.5 9.500zm0 2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.200z" />
    </svg>
  )
}
