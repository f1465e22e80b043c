import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'

const biome = join(import.meta.dirname, '../../../node_modules/@biomejs/biome/bin/biome')

// returns the lines that the linter rejects because they take the page context from the router
function refusedLines(lines: string[]): number[] {
  const config = { plugins: [join(import.meta.dirname, 'router-context.grit')] }
  return inTree({ 'biome.json': JSON.stringify(config), 'screen.tsx': lines.join('\n') }, (cwd) => {
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', 'screen.tsx'], { cwd, encoding: 'utf8' })
    return [...stdout.matchAll(/^::error title=plugin,.*?line=(\d+),/gm)].map(([, line]) => Number(line))
  })
}

it('rejects every access to the page context through the router', () => {
  const lines = [
    'const { api } = useRouter().options.context',
    'const auth = router.options.context.auth',
    'const { context } = router.options',
    'const { context: own, dehydrate } = useRouter().options',
    'const { options } = useRouter()',
    'const { invalidate, options: { context: inner } } = useRouter()',
    `const named = router.options['context']`,
  ]
  expect(refusedLines(lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows a screen to use the router for everything else', () => {
  expect(
    refusedLines([
      'const { api } = usePageContext()',
      'const router = useRouter()',
      'const { navigate } = useRouter()',
      'router.options.hydrate',
    ]),
  ).toEqual([])
})
