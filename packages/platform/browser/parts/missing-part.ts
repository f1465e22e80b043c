/** Sent to the window when a part of the app is no longer on the server: the tab is older than the deployment. */
export const partMissing = 'duo:part-missing'
/** Sent to the window when a part did not arrive in time. */
export const partLate = 'duo:part-late'

/** As long as a call waits (fetch-with-timeout.ts). */
const timeoutMs = 10_000

export class LatePart extends Error {}

/**
 * Loads a part that a person waits for. Rejects when it does not arrive in time. Another attempt waits for the same request, because
 * browsers have one per module and page; a second address would load the part's state twice. It succeeds once the part has arrived.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LatePart('a part did not arrive in time')), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reports a part that failed or is late, so that the page offers a reload. Failed ones are reported for browsers whose observer of
 * requests tells no status. Offline, the part is not missing, and a reload would lose the page.
 */
export function reportMissingPart(error: unknown): void {
  const isImport = error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
  if (!navigator.onLine || (!isImport && !(error instanceof LatePart))) return
  window.dispatchEvent(new Event(isImport ? partMissing : partLate))
}
