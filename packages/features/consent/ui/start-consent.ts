import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { loadPart, reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'

/** Loads the consent code if a tag manager is set up, or when the visitor opens the settings. */
export function startConsent(signal: AbortSignal): void {
  const container = document.documentElement.dataset.gtm
  const load = () => import('./consent-script.ts')
  if (container) load().then(({ startQuestion }) => startQuestion(container, signal), console.error)
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-cookie-settings]')) button.disabled = false
  document.addEventListener(
    'click',
    (event) => {
      const button = closestTo(event.target, '[data-cookie-settings]')
      if (!button) return
      loadPart(load).then(
        ({ openSettings }) => openSettings(button),
        (error: unknown) => {
          console.error(error)
          reportMissingPart(error)
        },
      )
    },
    { signal },
  )
}
