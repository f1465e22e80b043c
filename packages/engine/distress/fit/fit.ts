// npm run fit: fits the recogniser of distress to its lists and writes weights.json (decision 34).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpKinds } from '../help-kinds.ts'
import { type Packed, pack } from '../recogniser/packed.ts'
import { allExamples, listsHash } from './examples.ts'
import { fitRegression } from './regression.ts'

const examples = allExamples()
const distress = examples.filter(({ kind }) => kind !== null)
const ofOneKind = distress.filter(({ kind }) => kind !== 'any')

/** Distress that is not explicit is left out of `explicit`: to call it so is no false alarm. */
const weights: { listsHash: string; distress: Packed; explicit: Packed; kinds: Record<string, Packed> } = {
  listsHash: listsHash(),
  distress: fit(examples, ({ kind }) => kind !== null, 12_500),
  explicit: fit(
    examples.filter(({ kind, isExplicit }) => kind === null || isExplicit),
    ({ isExplicit }) => isExplicit,
    12_500,
  ),
  kinds: Object.fromEntries(helpKinds.map((kind) => [kind, fit(ofOneKind, (example) => example.kind === kind, 1_500)])),
}
writeFileSync(join(import.meta.dirname, '../recogniser/weights.json'), `${JSON.stringify(weights, null, 2)}\n`)
process.stdout.write(`fitted to ${examples.length} examples, ${distress.length} of distress\n`)

function fit(texts: typeof examples, isPositive: (example: (typeof examples)[number]) => boolean, size: number): Packed {
  const labelled = texts.map((example) => ({ text: example.text, isPositive: isPositive(example) }))
  return pack(fitRegression(labelled, size))
}
