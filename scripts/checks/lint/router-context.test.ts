import { expect, it } from 'vitest'
import { refusedLines } from './refused-lines.ts'

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
  expect(refusedLines('router-context.grit', lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows a screen to use the router for everything else', () => {
  expect(
    refusedLines('router-context.grit', [
      'const { api } = usePageContext()',
      'const router = useRouter()',
      'const { navigate } = useRouter()',
      'router.options.hydrate',
    ]),
  ).toEqual([])
})
