import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { CopyButton } from '#shell/ui/sharing/copy-button.tsx'
import { CodeForm } from '../second-step/code-form.tsx'
import { QrCode } from './qr-code.tsx'

interface CodeSetupProps {
  secret: string
  uri: string
  confirm: (code: string) => Promise<string | null>
  onCancel: () => void
}

export function CodeSetup({ secret, uri, confirm, onCancel }: CodeSetupProps) {
  return (
    <div className="mt-4 max-w-xl">
      <p>{m.second_factor_codes_scan()}</p>
      <div className="mt-4 flex flex-wrap items-start gap-x-8 gap-y-4">
        <QrCode text={uri} label={m.second_factor_codes_picture()} />
        <div className="min-w-56 flex-1">
          <p>
            <a href={uri} className="text-link inline-flex min-h-touch items-center text-sm font-semibold">
              {m.second_factor_codes_open()}
            </a>
          </p>
          <p className="mt-2 text-sm text-muted">{m.second_factor_codes_key()}</p>
          <p className="mt-1 font-semibold tracking-wide wrap-anywhere" translate="no">
            {groupLetters(secret)}
          </p>
          <CopyButton text={secret} label={m.second_factor_codes_copy()} variant="quiet" className="mt-3" />
        </div>
      </div>
      <p className="mt-6 mb-3">{m.second_factor_codes_confirm_text()}</p>
      <CodeForm kind="code" submit={m.second_factor_codes_confirm()} send={confirm}>
        <Button variant="quiet" size="lg" onClick={onCancel}>
          {m.second_factor_cancel()}
        </Button>
      </CodeForm>
    </div>
  )
}

const groupLetters = (secret: string) => secret.match(/.{1,4}/g)?.join(' ')
