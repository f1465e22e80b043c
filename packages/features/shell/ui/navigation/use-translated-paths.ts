import { localizePath, pathInLocale } from '@duo/platform/shared/locale.ts'
import { withoutMarks } from '@duo/platform/shared/visit-marks.ts'
import { useRouterState } from '@tanstack/react-router'
import type { Translated } from '../pages/page-context.ts'
import type { TranslatedPaths } from './language-switcher.tsx'

/** This page in each language: the same path with its query but without marks, unless its loader knows better. */
export function useTranslatedPaths(): TranslatedPaths {
  // the server writes one page for all marks
  const path = useRouterState({ select: ({ location }) => withoutMarks(location.publicHref) })
  const data = useRouterState({ select: ({ matches }) => matches.at(-1)?.loaderData as Partial<Translated> | undefined })
  const own = data?.translations
  return own
    ? { en: localizePath(own.en, 'en'), pt: localizePath(own.pt, 'pt') }
    : { en: pathInLocale(path, 'en'), pt: pathInLocale(path, 'pt') }
}
