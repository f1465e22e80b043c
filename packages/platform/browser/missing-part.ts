/** Sent to the window when a part of the app is no longer on the server: the tab is older than the deployment. */
export const partMissing = 'duo:part-missing'

/** Reports the failed import of a part, in browsers whose observer of requests tells no status. Offline, the part is not missing. */
export function reportMissingPart(error: unknown): void {
  const isImport = error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
  if (isImport && navigator.onLine) window.dispatchEvent(new Event(partMissing))
}
