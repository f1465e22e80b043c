const key = 'invitation='

/** Where the account says what the beta has. Also for a member who follows the mail's link again, signed in by then. */
export const betaPath = '/account#place'

/** Fragment of the sign-up page for the account of an invited address. Browsers send it to no server and in no Referer. */
export const invitationHash = (email: string) => `${key}${encodeURIComponent(email)}`

/** Returns the text of the fragment, which anyone may have written; null without one. */
export function invitedAddress(hash: string): string | null {
  const given = hash.replace(/^#/, '')
  if (!given.startsWith(key)) return null
  try {
    return decodeURIComponent(given.slice(key.length))
  } catch {
    return null
  }
}
