import { m } from '@duo/platform/i18n/messages.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'

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

/** Plain links, because the language belongs to the document. language.ts completes them on a press. */
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
            data-language={other}
            className="group grid min-h-touch min-w-touch place-items-center px-1.5 text-muted hover:text-ink aria-[current]:text-ink"
          >
            <span className="border-b-2 border-transparent pb-0.5 group-aria-[current]:border-overlap">
              {form === 'short' && <span>{other.toUpperCase()} </span>}
              <span className={form === 'short' ? 'sr-only' : ''}>{names[other]()}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
