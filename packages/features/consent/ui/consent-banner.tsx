import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentConsent, hasOptOutSignal, readConsentCookie, saveConsent, subscribeToConsent } from './consent.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { applyConsent } from './gtm.ts'

interface ConsentBannerProps {
  /** The tag manager's container. */
  container: string
  /** Loads the page anew. */
  reload?: () => void
}

const reloadPage = () => location.reload()

/** Keeps the page obedient to the choice in force, and asks where there is none and the browser has not refused already. */
export function ConsentBanner({ container, reload = reloadPage }: ConsentBannerProps) {
  const cookieText = useSyncExternalStore(subscribeToConsent, readConsentCookie)
  const [initialText] = useState(cookieText)
  const [hasAnswered, setHasAnswered] = useState(false)
  const consent = currentConsent(cookieText)
  const { analytics, marketing } = consent ?? { analytics: false, marketing: false }
  useEffect(() => applyConsent({ analytics, marketing }, { container, reload }), [analytics, marketing, container, reload])
  if (cookieText !== initialText) return <p className="sr-only">{m.shell_consent_saved()}</p>
  // a browser that keeps no cookies cannot keep an answer either; it is not asked twice on one page
  if (consent || hasAnswered || hasOptOutSignal()) return null
  const answer = (yes: boolean) => {
    setHasAnswered(true)
    saveConsent({ analytics: yes, marketing: yes })
  }
  return <ConsentDialog onAnswer={answer} />
}
