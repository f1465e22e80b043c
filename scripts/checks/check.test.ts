import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeOutcomes, runStep } from './check.ts'

it('captures the output of a failing step on both streams, and its start error', async () => {
  const outcome = await runStep({ name: 'types', args: ['-e', `console.log('one'); console.error('two'); process.exit(3)`] })
  expect(outcome).toMatchObject({ name: 'types', ok: false })
  expect(outcome.output.split('\n').sort()).toEqual(['one', 'two'])
  expect(await runStep({ name: 'imports', args: ['-e', `process.kill(process.pid, 'SIGKILL')`] })).toMatchObject({ ok: false })
})

it('shows one line per step, and the output of failed ones only', async () => {
  const good = await runStep({ name: 'imports', args: ['-e', `console.log('all is well')`] })
  const bad = { name: 'types', ok: false, seconds: 12.34, output: 'a.ts(1,1): error' }
  const [first, ...rest] = describeOutcomes([good, bad]).split('\n')
  expect(first).toMatch(/^✓ imports +\d+\.\d s$/)
  expect(rest).toEqual(['✗ types    12.3 s', '', '── types', 'a.ts(1,1): error'])
})

it.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md'])('the commands in %s work on a machine with Node 20', (name) => {
  const root = join(import.meta.dirname, '../..')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commands = [...readFileSync(join(root, name), 'utf8').matchAll(/(?<=`|^)(?:npx |npm run |node )[^`\n]+/gm)].map(
    ([text]) => text,
  )
  expect(commands).not.toEqual([])
  // Node 20 runs no TypeScript: npm's Node does, by `npx node` or a script
  expect(commands.filter((text) => /^node .*\.ts/.test(text))).toEqual([])
  const named = commands.flatMap((text) => /^npm run (?:--silent )?([\w:-]+)/.exec(text)?.[1] ?? [])
  expect(named.filter((script) => !(script in scripts))).toEqual([])
})
