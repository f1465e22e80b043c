/** The days from which the documents hold (ISO 8601). Change the date together with the text. */
export const effectiveDates = { privacy: '2026-11-23', terms: '2026-11-22' }

/** The name behind which the contact's mailbox is: `https://www.goduo.example` → `goduo.example`. Takes a public address. */
export const publicHost = (origin: string) => new URL(origin).hostname.replace(/^www\./, '')
