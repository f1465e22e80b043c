import { type ComponentType, useEffect, useState } from 'react'

interface ConsentGateProps {
  container: string | undefined
}

/** Loads the banner in the browser only, because the server's HTML is the same for every visitor. */
export function ConsentGate({ container }: ConsentGateProps) {
  const [Banner, setBanner] = useState<ComponentType<{ container: string }>>()
  useEffect(() => {
    if (container) import('./consent-banner.tsx').then((file) => setBanner(() => file.ConsentBanner))
  }, [container])
  return container && <div aria-live="polite">{Banner && <Banner container={container} />}</div>
}
