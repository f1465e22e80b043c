/** Between questions, ms: what is asked about is usually known in seconds, and offices share a limit of calls. */
const pausesMs = [1_000, 1_500, 3_000, 10_000]

/** Asks a few times with growing pauses, and again when the page is shown again. A hidden page asks nothing. */
export function askForAWhile(ask: () => Promise<unknown>, signal: AbortSignal): void {
  const askIfShown = () => {
    if (document.visibilityState === 'visible') ask().catch(console.error)
  }
  let afterMs = 0
  for (const pause of pausesMs) {
    afterMs += pause
    const timer = setTimeout(askIfShown, afterMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  document.addEventListener('visibilitychange', askIfShown, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && askIfShown(), { signal })
}
