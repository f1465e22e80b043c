/** ISO 8601. Change the date together with the text. */
export const effectiveDates = { privacy: '2026-11-23', terms: '2026-11-22' }

/** Returns the contact's mail domain: `https://www.goduo.example` → `goduo.example`. */
export const publicHost = (origin: string) => new URL(origin).hostname.replace(/^www\./, '')
