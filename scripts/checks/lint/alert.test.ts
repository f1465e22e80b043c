import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'

const root = join(import.meta.dirname, '../../..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

it('rejects native dialogs, which in-app browsers answer themselves', () => {
  const lines = [
    `if (confirm('Leave?')) leave()`,
    `window.confirm('Leave?')`,
    `alert('Failed')`,
    `const name = window.prompt('Name?')`,
    `import { confirm as ask } from './confirm.ts'`,
    `ask('Apply?')`,
  ]
  const { plugins: _, overrides: __, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  const files = { 'biome.json': JSON.stringify({ ...config, vcs: undefined }), 'screen.tsx': lines.join('\n') }
  inTree(files, (cwd) => {
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--only=suspicious/noAlert', '--reporter=github', 'screen.tsx'],
      { cwd, encoding: 'utf8' },
    )
    const found = [...stdout.matchAll(/^::error .*?line=(\d+),/gm)].map(([, line]) => Number(line))
    expect(found).toEqual([1, 2, 3, 4])
  })
})
