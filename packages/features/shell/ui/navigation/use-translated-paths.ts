import { localizePath, pathInLocale } from '@duo/platform/shared/locale.ts'
import { withoutMarks } from '@duo/platform/shared/visit-marks.ts'
import { useRouterState } from '@tanstack/react-router'
import type { Translated } from '../pages/page-context.ts'
import type { TranslatedPaths } from './language-switcher.tsx'

/** Keeps the path and its query string, unless the page's loader returns `translations`. */
export function useTranslatedPaths(): TranslatedPaths {
  // the server caches one page for all UTM parameters
  const path = useRouterState({ select: ({ location }) => withoutMarks(location.publicHref) })
  const data = useRouterState({ select: ({ matches }) => matches.at(-1)?.loaderData as Partial<Translated> | undefined })
  const own = data?.translations
  return own
    ? { en: localizePath(own.en, 'en'), pt: localizePath(own.pt, 'pt') }
    : { en: pathInLocale(path, 'en'), pt: pathInLocale(path, 'pt') }
}
