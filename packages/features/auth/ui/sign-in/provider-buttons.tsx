import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactElement } from 'react'
import type { Provider } from '../../rules.ts'
import { providerNames, providerText } from '../error-messages.ts'

interface ProviderButtonsProps {
  providers: readonly Provider[]
  /** Returns the path that a provider's sign-in comes back to when it fails. */
  failedPath: (provider: Provider) => string
  children?: ReactElement | false
}

/** The script leaves for the provider. */
export function ProviderButtons({ providers, failedPath, children }: ProviderButtonsProps) {
  if (providers.length === 0 && !children) return null
  return (
    <div data-providers>
      <div className="grid gap-3">
        {providers.map((provider) => (
          <button
            key={provider}
            type="button"
            disabled
            data-sends
            data-provider={provider}
            data-failed-path={failedPath(provider)}
            data-failed={providerText('', provider)}
            className={`${buttonClasses('quiet', 'lg')} bg-paper-raised max-[22rem]:whitespace-normal`}
          >
            <ProviderMark provider={provider} />
            <span>{m.auth_continue_with({ provider: providerNames[provider] })}</span>
          </button>
        ))}
        {children}
      </div>
      <p className="my-6 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.auth_or()}
      </p>
    </div>
  )
}

const marks: Record<Provider, readonly { d: string; fill?: string }[]> = {
  google: [
    {
      d: 'M22.6 12.2c0-.8-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-2 3.3-4.8 3.3-8.2z',
      fill: '#4285f4',
    },
    { d: 'M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8a6.6 6.6 0 0 1-9.9-3.5H2.2v2.8A11 11 0 0 0 12 23z', fill: '#34a853' },
    { d: 'M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.2a11 11 0 0 0 0 9.8z', fill: '#fbbc05' },
    { d: 'M12 5.4c1.6 0 3.1.6 4.2 1.6l3.2-3.2A11 11 0 0 0 2.2 7.1l3.6 2.8A6.6 6.6 0 0 1 12 5.4z', fill: '#ea4335' },
  ],
  linkedin: [
    {
      d: 'M20.5 2h-17A1.5 1.5 0 0 0 2 3.5v17A1.5 1.5 0 0 0 3.5 22h17a1.5 1.5 0 0 0 1.5-1.5v-17A1.5 1.5 0 0 0 20.5 2zM8 19H5V9.5h3zM6.5 8.2a1.8 1.8 0 1 1 0-3.5 1.8 1.8 0 0 1 0 3.5zM19 19h-3v-4.7c0-1.4-.6-2-1.5-2s-1.6.7-1.6 2V19h-3V9.5h2.9v1.3a3.1 3.1 0 0 1 2.7-1.5c2 0 3.5 1.3 3.5 4.1z',
    },
  ],
  twitter: [{ d: 'M17.7 3h3.3l-7.2 8.2L22.3 21h-6.6l-5.2-6.3L4.5 21H1.2l7.7-8.8L.8 3h6.8l4.7 5.7zm-1.2 16h1.8L6.6 4.9H4.7z' }],
}

export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 flex-none fill-current">
      {marks[provider].map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  )
}
