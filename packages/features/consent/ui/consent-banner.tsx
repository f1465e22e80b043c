import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentConsent, decide, onConsent, saysNo, storedConsent } from './consent.ts'
import { ConsentQuestion } from './consent-dialog.tsx'
import { obey } from './gtm.ts'

interface ConsentBannerProps {
  /** The tag manager's container. */
  container: string
  /** Loads the page anew. */
  reload?: () => void
}

const reloadPage = () => location.reload()

/** Keeps the page obedient to the choice in force, and asks where there is none and the browser has not refused already. */
export function ConsentBanner({ container, reload = reloadPage }: ConsentBannerProps) {
  const stored = useSyncExternalStore(onConsent, storedConsent)
  const [atFirst] = useState(stored)
  const [answered, setAnswered] = useState(false)
  const consent = currentConsent(stored)
  const { analytics, marketing } = consent ?? { analytics: false, marketing: false }
  useEffect(() => obey({ analytics, marketing }, { container, reload }), [analytics, marketing, container, reload])
  if (stored !== atFirst) return <p className="sr-only">{m.shell_consent_saved()}</p>
  // a browser that keeps no cookies cannot keep an answer either; it is not asked twice on one page
  if (consent || answered || saysNo()) return null
  const answer = (yes: boolean) => {
    setAnswered(true)
    decide({ analytics: yes, marketing: yes })
  }
  return <ConsentQuestion onAnswer={answer} />
}
