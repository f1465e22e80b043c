import type { Locale } from '@duo/platform/shared/locale.ts'

/** The agent that answers on the home page: one whose life the language's readers know. */
export const homeHosts: Record<Locale, { slug: string; name: string }> = {
  en: { slug: 'ada-lovelace', name: 'Ada Lovelace' },
  pt: { slug: 'machado-de-assis', name: 'Machado de Assis' },
}
