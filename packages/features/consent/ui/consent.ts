/** What a person can allow beyond the necessary: measuring visits, and telling Google which ads led here. */
export interface ConsentChoice {
  analytics: boolean
  marketing: boolean
}

export interface Consent extends ConsentChoice {
  decidedAt: Date
}

/** Raise it when a purpose is added or changes its meaning: every earlier choice is then asked for anew. */
const version = 1
export const consentCookie = 'consent'
/** Behind https: no other host and no plain connection can set a cookie of this name. */
const secureConsentCookie = `__Host-${consentCookie}`
/** How long a choice holds, seconds: twelve months (the brief's; CNIL recommends six, EDPB names no figure). */
export const cookieMaxAgeSeconds = 365 * 24 * 60 * 60

const changeEvent = 'duo:consent'
const cookiePattern = /^(\d+)\.(\d{1,11})\.([a-z+]*)$/

interface ConsentCircumstances {
  now: Date
  /** Whether the browser says no for its person: see `hasOptOutSignal`. */
  signal: boolean
}

/** The cookie's text for a choice: `1.1767225600.analytics+marketing`, that is version, seconds since 1970, what was allowed. */
export function serializeConsent(choice: ConsentChoice, { now, signal }: ConsentCircumstances): string {
  const allowed = [choice.analytics && 'analytics', choice.marketing && 'marketing', signal && 'signal'].filter(Boolean)
  return `${version}.${Math.floor(now.getTime() / 1000)}.${allowed.join('+')}`
}

/**
 * The consent a cookie's text stands for; undefined where there is none that holds: never asked, older than twelve months, from the
 * future, given for other purposes (version), unreadable, or given before the browser began to say no for its person.
 */
export function parseConsent(text: string | undefined, { now, signal }: ConsentCircumstances): Consent | undefined {
  const [, cookieVersion, seconds, words = ''] = cookiePattern.exec(text ?? '') ?? []
  const age = now.getTime() / 1000 - Number(seconds)
  const allowed = words.split('+')
  // a minute of tolerance for a clock that was set back
  if (Number(cookieVersion) !== version || !(age > -60 && age < cookieMaxAgeSeconds)) return undefined
  if (signal && !allowed.includes('signal')) return undefined
  return {
    analytics: allowed.includes('analytics'),
    marketing: allowed.includes('marketing'),
    decidedAt: new Date(Number(seconds) * 1000),
  }
}

/**
 * Whether the browser refuses on its person's behalf: Global Privacy Control (`Sec-GPC: 1`, w3.org/TR/gpc) or Do Not Track. It counts
 * as a refusal without a question; a later explicit choice in the settings goes before it.
 */
export function hasOptOutSignal(browser: object = navigator): boolean {
  const { globalPrivacyControl, doNotTrack } = browser as { globalPrivacyControl?: unknown; doNotTrack?: unknown }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** The cookie's text as it is now. A string, so that two readings can be compared. A choice stored before the prefix still counts. */
export function readConsentCookie(): string | undefined {
  const readCookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1]
  return readCookie(secureConsentCookie) ?? readCookie(consentCookie)
}

/** The consent that holds in this browser now. */
export const currentConsent = (text = readConsentCookie()) => parseConsent(text, { now: new Date(), signal: hasOptOutSignal() })

/** Keeps a choice for twelve months and tells who listens. Nobody but this site reads the cookie, and it names no person. */
export function saveConsent(choice: ConsentChoice): void {
  const text = serializeConsent(choice, { now: new Date(), signal: hasOptOutSignal() })
  const [name, secure] = location.protocol === 'https:' ? [secureConsentCookie, '; secure'] : [consentCookie, '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and missing from older browsers
  document.cookie = `${name}=${text}; path=/; max-age=${cookieMaxAgeSeconds}; samesite=lax${secure}`
  window.dispatchEvent(new Event(changeEvent))
}

/** Calls back when the choice may have changed, here or, once this tab is looked at again, in another one. Answers how to stop. */
export function subscribeToConsent(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener(changeEvent, listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
