/** Whether the fault suite runs whole (`npm run test:faults`, `npm run test:all`); `npm test` runs a part of it, two minutes at most. */
export const wholeSuite = process.env.TEST_SCOPE === 'all'

/** How often to try a fault: `whole` times in the whole suite, `part` times in `npm test`. */
export const tries = (whole: number, part = 1) => (wholeSuite ? whole : part)
