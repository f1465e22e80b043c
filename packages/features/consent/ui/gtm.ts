import type { ConsentChoice } from './consent.ts'

/** Consent Mode v2 signals: developers.google.com/tag-platform/security/concepts/consent-mode */
const signals = ({ analytics, marketing }: ConsentChoice) => ({
  ad_storage: consentState(marketing),
  ad_user_data: consentState(marketing),
  ad_personalization: consentState(marketing),
  analytics_storage: consentState(analytics),
  functionality_storage: 'denied',
  personalization_storage: 'denied',
  security_storage: 'granted',
})
const consentState = (yes: boolean) => (yes ? 'granted' : 'denied')
const noConsent: ConsentChoice = { analytics: false, marketing: false }

/** First-party cookies of Google's tags by purpose: policies.google.com/technologies/cookies */
const tagCookies: Record<keyof ConsentChoice, RegExp> = {
  analytics: /^_(?:ga|gid|gat|dc_gtm)(?:$|[_-])/,
  marketing: /^_(?:gcl|gac)_/,
}

const scriptId = 'tag-manager'

/** Denies everything by default. Reloads the page after a full withdrawal: running scripts cannot be unloaded. */
export function applyConsent(choice: ConsentChoice, { container, reload }: { container: string; reload: () => void }): void {
  const isLoaded = document.getElementById(scriptId) !== null
  if (!queue()) {
    gtag('consent', 'default', signals(noConsent))
    gtag('set', 'ads_data_redaction', true)
  }
  gtag('consent', 'update', signals(choice))
  deleteTrackingCookies(choice)
  if (!choice.analytics && !choice.marketing) {
    if (isLoaded) reload()
    return
  }
  if (isLoaded) return
  queue()?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = Object.assign(document.createElement('script'), {
    id: scriptId,
    async: true,
    src: `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container)}`,
  })
  document.head.append(script)
}

declare global {
  interface Window {
    dataLayer?: object[]
  }
}
const queue = () => window.dataLayer

/** Pushes an `arguments` object, because Google's tags treat an array as data. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments)
}

/** Tags set cookies on the widest domain they can, so each parent domain is cleared. */
function deleteTrackingCookies(choice: ConsentChoice): void {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '')
  const unwanted = names.filter(
    (name) => (!choice.analytics && tagCookies.analytics.test(name)) || (!choice.marketing && tagCookies.marketing.test(name)),
  )
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, from) => `; domain=${labels.slice(from).join('.')}`)]
  for (const name of unwanted)
    for (const domain of domains) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and missing from older browsers
      document.cookie = `${name}=; path=/; max-age=0${domain}`
    }
}
