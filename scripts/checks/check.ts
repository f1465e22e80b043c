import { spawn } from 'node:child_process'
import { join } from 'node:path'

interface Step {
  name: string
  args: string[]
}

export interface Outcome {
  name: string
  ok: boolean
  seconds: number
  output: string
}

const root = join(import.meta.dirname, '../..')
const buildInfo = 'node_modules/.cache/typescript/check.tsbuildinfo'
const messages: Step = { name: 'compile messages', args: ['packages/platform/i18n/compile.ts'] }
const steps: Step[] = [
  { name: 'format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=warn', '.'] },
  // the only compiler run; incremental, so that it checks only what changed since the last one
  {
    name: 'types',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', buildInfo],
  },
  { name: 'imports', args: ['scripts/checks/check-imports.ts'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'words', args: ['scripts/checks/words/check-words.ts'] },
  { name: 'messages', args: ['scripts/checks/check-messages.ts'] },
  { name: 'ASVS', args: ['scripts/checks/asvs/asvs.ts'] },
  { name: 'proof', args: ['scripts/checks/proof/proof.ts'] },
]

/** Runs a script in its own Node process. Never rejects: a step that cannot start has failed. */
export function runStep({ name, args }: Step): Promise<Outcome> {
  const started = performance.now()
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const end = (ok: boolean, more = '') =>
      done({ name, ok, seconds: (performance.now() - started) / 1000, output: (Buffer.concat(chunks).toString() + more).trim() })
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code) => end(code === 0))
  })
}

export function describeOutcomes(outcomes: Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const lines = outcomes.map(
    ({ name, ok, seconds }) => `${ok ? '✓' : '✗'} ${name.padEnd(width)} ${seconds.toFixed(1).padStart(5)} s`,
  )
  const failed = outcomes.filter(({ ok }) => !ok).map(({ name, output }) => `\n── ${name}\n${output}`)
  return [...lines, ...failed].join('\n')
}

if (import.meta.main) {
  const compiled = await runStep(messages)
  const rest = compiled.ok ? await Promise.all(steps.map(runStep)) : []
  const outcomes = [compiled, ...rest]
  console.log(describeOutcomes(outcomes))
  if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1
}
