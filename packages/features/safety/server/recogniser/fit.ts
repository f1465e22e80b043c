// npm run fit: fits the recogniser of distress to its lists and writes weights.json (decision 34).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allExamples, listsHash } from './examples.ts'
import { pack } from './packed.ts'
import { fitRegression } from './regression.ts'

const examples = allExamples()
const distress = examples.filter(({ kind }) => kind !== null)

const weights = {
  listsHash: listsHash(),
  distress: pack(
    fitRegression(
      examples.map(({ text, kind }) => ({ text, isPositive: kind !== null })),
      24_000,
    ),
  ),
  violence: pack(
    fitRegression(
      distress.map(({ text, kind }) => ({ text, isPositive: kind === 'violence' })),
      2_000,
    ),
  ),
  danger: pack(
    fitRegression(
      distress.map(({ text, kind }) => ({ text, isPositive: kind === 'danger' })),
      2_000,
    ),
  ),
}
writeFileSync(join(import.meta.dirname, 'weights.json'), `${JSON.stringify(weights, null, 2)}\n`)
process.stdout.write(`fitted to ${examples.length} examples, ${distress.length} of distress\n`)
