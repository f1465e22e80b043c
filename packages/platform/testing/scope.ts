/** `npm run test:faults` and `npm run test:all` run the whole fault suite; `npm test` runs a part, two minutes at most. */
export const wholeSuite = process.env.TEST_SCOPE === 'all'

/** Repetitions: `whole` in the whole suite, `part` in `npm test`. */
export const tries = (whole: number, part = 1) => (wholeSuite ? whole : part)

const seed = process.env.FAULT_SEED

/**
 * Whether this run includes a slow fault. `npm test` takes FAULT_SEED from the commit and runs one fault in `of`; the whole suite and runs without a seed
 * include all. `index` distinguishes the faults of a file.
 */
export const inSample = (index: number, of: number) => wholeSuite || seed === undefined || Number(seed) % of === index % of
