import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentConsent, hasOptOutSignal, readConsentCookie, saveConsent, subscribeToConsent } from './consent.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { applyConsent } from './gtm.ts'

interface ConsentBannerProps {
  container: string
  reload?: () => void
}

const reloadPage = () => location.reload()

/** Applies the current choice to the page, and asks unless the browser has an opt-out signal. */
export function ConsentBanner({ container, reload = reloadPage }: ConsentBannerProps) {
  const cookieText = useSyncExternalStore(subscribeToConsent, readConsentCookie)
  const [initialText] = useState(cookieText)
  const [hasAnswered, setHasAnswered] = useState(false)
  const consent = currentConsent(cookieText)
  const { analytics, marketing } = consent ?? { analytics: false, marketing: false }
  useEffect(() => applyConsent({ analytics, marketing }, { container, reload }), [analytics, marketing, container, reload])
  if (cookieText !== initialText) return <p className="sr-only">{m.shell_consent_saved()}</p>
  // browsers without cookies cannot store an answer: ask once per page
  if (consent || hasAnswered || hasOptOutSignal()) return null
  const answer = (yes: boolean) => {
    setHasAnswered(true)
    saveConsent({ analytics: yes, marketing: yes })
  }
  return <ConsentDialog onAnswer={answer} />
}
