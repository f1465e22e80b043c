/** `npm run test:faults` and `npm run test:all` run the whole fault suite; `npm test` a part, two minutes at most. */
export const wholeSuite = process.env.TEST_SCOPE === 'all'

/** Repetitions: `whole` in the whole suite, `part` in `npm test`. */
export const tries = (whole: number, part = 1) => (wholeSuite ? whole : part)

const seed = process.env.FAULT_SEED

/**
 * Whether a fault is in this run's sample: `npm test` draws FAULT_SEED and runs one of `of` faults that take long, the whole suite and a
 * run without a seed run all. `index` tells the faults of a file apart.
 */
export const inSample = (index: number, of: number) => wholeSuite || seed === undefined || Number(seed) % of === index % of
