import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { isLocale, type Locale, localeCookie, secureLocaleCookie } from '@duo/platform/shared/locale.ts'

/** In sessionStorage, from a change of language until the next page. */
export const placeKey = 'duo.place'

/** Both languages of a page have these in the same order. A table of contents does not count, because it may be sticky. */
const landmarks = 'main :is(section, article, h1, h2, h3, li, p):not(nav *)'

/** Adds UTM parameters and the fragment, which cached pages lack, to a language link. Keeps the reader's place. */
export function startLanguage(signal: AbortSignal): void {
  restorePlace()
  document.addEventListener(
    'click',
    (event) => {
      const link = closestTo<HTMLAnchorElement>(event.target, 'a[data-language]')
      if (!link) return
      const { language } = link.dataset
      if (language === undefined || !isLocale(language)) return
      rememberLocale(language)
      if (location.search) link.search = location.search
      link.hash = location.hash
      savePlace(link.pathname)
    },
    { signal },
  )
}

/** Saves the choice for a year; Secure only on https, so that http://localhost works. */
export function rememberLocale(locale: Locale) {
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the page is being left
  document.cookie = `${isSecure ? secureLocaleCookie : localeCookie}=${locale}; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`
}

interface Place {
  path: string
  /** Index of the first landmark in the window, the number of landmarks, and its distance from the top in px. */
  index: number
  count: number
  top: number
  /** Share of the page above the window, for pages that differ between languages. */
  share: number
}

const range = () => document.documentElement.scrollHeight - window.innerHeight

function savePlace(path: string) {
  if (window.scrollY === 0) return
  const elements = [...document.querySelectorAll(landmarks)]
  // an element that is not rendered has no box, and its bounding rectangle would report 0
  const tops = elements.map((element) => element.getClientRects()[0]?.top ?? -1)
  const index = tops.findIndex((top) => top >= 0)
  const place: Place = { path, index, count: elements.length, top: tops[index] ?? 0, share: window.scrollY / range() }
  try {
    sessionStorage.setItem(placeKey, JSON.stringify(place))
  } catch {
    // without storage, the next page starts at its top
  }
}

function restorePlace() {
  const place = takePlace()
  if (place?.path !== location.pathname) return
  const elements = document.querySelectorAll(landmarks)
  const element = elements.length === place.count ? elements[place.index] : undefined
  const top = element ? window.scrollY + element.getBoundingClientRect().top - place.top : place.share * range()
  window.scrollTo({ top, behavior: 'instant' })
}

function takePlace(): Place | null {
  try {
    const text = sessionStorage.getItem(placeKey)
    sessionStorage.removeItem(placeKey)
    return JSON.parse(text ?? 'null') as Place | null
  } catch {
    return null
  }
}
