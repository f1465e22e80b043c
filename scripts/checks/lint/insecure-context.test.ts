import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'

const biome = join(import.meta.dirname, '../../../node_modules/@biomejs/biome/bin/biome')

function refusedLines(lines: string[]): number[] {
  const config = { plugins: [join(import.meta.dirname, 'insecure-context.grit')] }
  return inTree({ 'biome.json': JSON.stringify(config), 'screen.tsx': lines.join('\n') }, (cwd) => {
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', 'screen.tsx'], { cwd, encoding: 'utf8' })
    const found = [...stdout.matchAll(/^::error title=plugin,.*?line=(\d+),/gm)].map(([, line]) => Number(line))
    return [...new Set(found)]
  })
}

it('rejects what browsers lack over plain http, and keys that may belong to an input method', () => {
  const lines = [
    'const id = crypto.randomUUID()',
    'const other = window.crypto.randomUUID?.()',
    'navigator.clipboard.writeText(text)',
    `const press = (event) => event.key === 'Enter' && send()`,
    `if (event.key !== 'Enter') leave()`,
    'if (event.nativeEvent.isComposing) leave()',
  ]
  expect(refusedLines(lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows the helpers', () => {
  expect(
    refusedLines(['const id = uuid()', 'copyText(text)', 'if (isEnter(event)) send()', `if (event.key === 'Escape') leave()`]),
  ).toEqual([])
})
