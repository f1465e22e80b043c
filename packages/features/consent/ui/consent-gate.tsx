import { type ComponentType, useEffect, useState } from 'react'

interface ConsentGateProps {
  /** The tag manager's container; without one there is nothing to consent to. */
  container: string | undefined
}

/**
 * What the first load carries of consent: whether to fetch the rest. Everything else is decided in the browser, because a page's HTML
 * is the same for everybody. Its box is there from the start, so that screen readers notice, politely, what comes into it.
 */
export function ConsentGate({ container }: ConsentGateProps) {
  const [Banner, setBanner] = useState<ComponentType<{ container: string }>>()
  useEffect(() => {
    if (container) import('./consent-banner.tsx').then((file) => setBanner(() => file.ConsentBanner))
  }, [container])
  return container && <div aria-live="polite">{Banner && <Banner container={container} />}</div>
}
