import { m } from '@duo/platform/i18n/messages.ts'
import { type Locale, localeCookie, locales, secureLocaleCookie } from '@duo/platform/shared/locale.ts'

const names: Record<Locale, () => string> = { en: () => m.shell_language_en(), pt: () => m.shell_language_pt() }
const tags: Record<Locale, string> = { en: 'en', pt: 'pt-BR' }

/** Includes the query string, so that an invitation (`?ref=`) survives a change of language, but no fragment. */
export type TranslatedPaths = Record<Locale, string>

interface LanguageSwitcherProps {
  locale: Locale
  paths: TranslatedPaths
  form?: 'short' | 'long'
  className?: string
}

/** The language belongs to the document, hence plain links. On click, scripts add what cached pages lack: fragment and UTM. */
export function LanguageSwitcher({ locale, paths, form = 'short', className = '' }: LanguageSwitcherProps) {
  return (
    <ul aria-label={m.shell_language_label()} className={`flex items-center text-sm font-semibold ${className}`}>
      {locales.map((other) => (
        <li key={other}>
          <a
            href={paths[other].replace(/#.*/, '')}
            hrefLang={tags[other]}
            lang={tags[other]}
            aria-current={other === locale ? 'true' : undefined}
            onClick={(event) => {
              rememberLocale(other)
              if (location.search) event.currentTarget.search = location.search
              event.currentTarget.hash = location.hash
            }}
            className="group grid min-h-touch min-w-touch place-items-center px-1.5 text-muted hover:text-ink aria-[current]:text-ink"
          >
            <span className="border-b-2 border-transparent pb-0.5 group-aria-[current]:border-overlap">
              {form === 'short' && `${other.toUpperCase()} `}
              <span className={form === 'short' ? 'sr-only' : ''}>{names[other]()}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Saves the choice for a year; Secure only on https, so that http://localhost works. */
export function rememberLocale(locale: Locale) {
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the page is being left
  document.cookie = `${isSecure ? secureLocaleCookie : localeCookie}=${locale}; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`
}
