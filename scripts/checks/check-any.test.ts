import { expect, it } from 'vitest'
import { checkAny } from './check-any.ts'
import { inTree } from './source/fixture.ts'

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, target: 'ES2022', lib: ['ES2022'], types: [], module: 'ESNext', moduleResolution: 'bundler' },
})
const problems = (text: string) =>
  inTree({ 'tsconfig.json': tsconfig, 'apps/a.ts': text, 'other/b.ts': 'export const lost = JSON.parse("1")' }, (root) =>
    checkAny(root).problems.map(({ path, line, message }) => `${path}:${line} ${message}`),
  )

it('finds values, members and parameters of type any', () => {
  const text = [
    'declare const router: { options: { context: any } }',
    'const { api } = router.options.context',
    'export const join = () => api.waitlist.joinn(1)',
    'Promise.reject(1).catch((error) => [error])',
  ]
  expect(problems(text.join('\n'))).toEqual([
    "apps/a.ts:2 'api' has type any",
    "apps/a.ts:2 'router.options.context' has type any",
    "apps/a.ts:3 'api.waitlist.joinn(1)' has type any",
    "apps/a.ts:3 'api.waitlist.joinn' has type any",
    "apps/a.ts:3 'api.waitlist' has type any",
    "apps/a.ts:3 'api' has type any",
    "apps/a.ts:4 'error' has type any",
    "apps/a.ts:4 'error' has type any",
  ])
})

it('allows any that is typed at once, assigned to unknown, thrown, or passed to a parameter of type any', () => {
  const text = [
    'export const given = JSON.parse("1") as { a: number }',
    'export const unsure: unknown = JSON.parse("1")',
    'export const read = (): unknown => JSON.parse("1")',
    'export const copy = (text: string) => JSON.stringify(JSON.parse(text))',
    'export function end(signal: { reason: any }): never { throw signal.reason }',
  ]
  expect(problems(text.join('\n'))).toEqual([])
})

it('finds calls that ignore a refusal', () => {
  const text = [
    "type Answer = { error: null; data: string } | { error: 'needs_mail'; data: null }",
    'declare const erase: { mutate: () => Promise<Answer> }',
    'declare const end: { mutate: () => Promise<{ error: null }> }',
    'await erase.mutate()',
    'const { data } = await erase.mutate()',
    'const { error } = await erase.mutate()',
    'export const whole = [await erase.mutate(), data, error]',
    'await end.mutate()',
  ]
  const refused = "'erase.mutate()' can be refused, and its error is ignored"
  expect(problems(text.join('\n'))).toEqual([`apps/a.ts:4 ${refused}`, `apps/a.ts:5 ${refused}`])
})
