export interface ConsentChoice {
  analytics: boolean
  marketing: boolean
}

export interface Consent extends ConsentChoice {
  decidedAt: Date
}

/** Increase it when a purpose is added or changes: every visitor is then asked again. */
const version = 1
export const consentCookie = 'consent'
/** `__Host-`: no other host and no plain HTTP connection can set it. */
const secureConsentCookie = `__Host-${consentCookie}`
/** Twelve months, s (CNIL recommends six, EDPB gives no figure). */
export const cookieMaxAgeSeconds = 365 * 24 * 60 * 60

const changeEvent = 'duo:consent'
const cookiePattern = /^(\d+)\.(\d{1,11})\.([a-z+]*)$/

interface ConsentCircumstances {
  now: Date
  signal: boolean
}

/** Returns `1.1767225600.analytics+marketing`: version, Unix time in s, allowed purposes. */
export function serializeConsent(choice: ConsentChoice, { now, signal }: ConsentCircumstances): string {
  const allowed = [choice.analytics && 'analytics', choice.marketing && 'marketing', signal && 'signal'].filter(Boolean)
  return `${version}.${Math.floor(now.getTime() / 1000)}.${allowed.join('+')}`
}

/** Returns undefined for an expired, future or unreadable choice, another version, or one from before an opt-out signal. */
export function parseConsent(text: string | undefined, { now, signal }: ConsentCircumstances): Consent | undefined {
  const [, cookieVersion, seconds, words = ''] = cookiePattern.exec(text ?? '') ?? []
  const age = now.getTime() / 1000 - Number(seconds)
  const allowed = words.split('+')
  if (Number(cookieVersion) !== version || !(age > -60 && age < cookieMaxAgeSeconds)) return undefined
  if (signal && !allowed.includes('signal')) return undefined
  return {
    analytics: allowed.includes('analytics'),
    marketing: allowed.includes('marketing'),
    decidedAt: new Date(Number(seconds) * 1000),
  }
}

/** Global Privacy Control (w3.org/TR/gpc) or Do Not Track; a later explicit choice overrides it. */
export function hasOptOutSignal(browser: object = navigator): boolean {
  const { globalPrivacyControl, doNotTrack } = browser as { globalPrivacyControl?: unknown; doNotTrack?: unknown }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Returns a string, so that two reads can be compared. Also reads the cookie without the prefix. */
export function readConsentCookie(): string | undefined {
  const readCookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1]
  return readCookie(secureConsentCookie) ?? readCookie(consentCookie)
}

export const currentConsent = (text = readConsentCookie()) => parseConsent(text, { now: new Date(), signal: hasOptOutSignal() })

export function saveConsent(choice: ConsentChoice): void {
  const text = serializeConsent(choice, { now: new Date(), signal: hasOptOutSignal() })
  const [name, secure] = location.protocol === 'https:' ? [secureConsentCookie, '; secure'] : [consentCookie, '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and missing from older browsers
  document.cookie = `${name}=${text}; path=/; max-age=${cookieMaxAgeSeconds}; samesite=lax${secure}`
  window.dispatchEvent(new Event(changeEvent))
}

export function subscribeToConsent(listener: () => void, signal: AbortSignal): void {
  window.addEventListener(changeEvent, listener, { signal })
  document.addEventListener('visibilitychange', listener, { signal })
}
