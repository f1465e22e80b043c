import { randomInt } from 'node:crypto'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { wholeSuite } from '@duo/platform/testing/scope.ts'
import fc from 'fast-check'

/** Seeds all random choices of this suite. `ATTACK_SEED` repeats a run; scripts/test.mjs takes one from the commit and prints it. */
export const attackSeed = Number(process.env.ATTACK_SEED ?? randomInt(2 ** 31))

if (!Number.isSafeInteger(attackSeed)) throw new Error('ATTACK_SEED must be a whole number')

/** Samples `count` values, always the same ones for a seed and a name. */
export function sample<T>(name: string, arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { seed: attackSeed ^ fnv1a(name), numRuns: count })
}

/** Prints one line with the seed that repeats the run. */
export const noteAttack = (line: string) => void process.stdout.write(`ATTACK_SEED=${attackSeed}  ${line}\n`)

/** Whether to run something costly: always in the whole suite, else for one name in `oneIn`. As many successive seeds choose every name. */
export const isChosen = (name: string, oneIn: number) => wholeSuite || (attackSeed + (fnv1a(name) >>> 0)) % oneIn === 0
