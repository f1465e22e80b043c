/** ISO 8601. Change the date together with the text. */
export const effectiveDates = { privacy: '2026-11-29', terms: '2026-11-29' }
