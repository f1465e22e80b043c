import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inTree } from '../source/fixture.ts'

const biome = join(import.meta.dirname, '../../../node_modules/@biomejs/biome/bin/biome')

/** Numbers of the lines that a lint plugin of this folder reports, from 1. */
export function refusedLines(plugin: string, lines: readonly string[]): number[] {
  const config = { plugins: [join(import.meta.dirname, plugin)] }
  return inTree({ 'biome.json': JSON.stringify(config), 'screen.tsx': lines.join('\n') }, (cwd) => {
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', 'screen.tsx'], { cwd, encoding: 'utf8' })
    const found = [...stdout.matchAll(/^::error title=plugin,.*?line=(\d+),/gm)].map(([, line]) => Number(line))
    return [...new Set(found)]
  })
}
