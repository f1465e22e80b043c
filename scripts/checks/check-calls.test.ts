import { expect, it } from 'vitest'
import { judge, withProbes } from './check-calls.ts'

const screen = `import { Link, getRouteApi } from '@tanstack/react-router'
const route = getRouteApi('/account')
export function Page() {
  const { waitlist } = use()
  const { error } = route.useSearch()
  const save = async () => (await waitlist.join.mutate({ email })).error
  const read = () => Promise.all([client.chat.messages.query({ id }), auth.options.query()])
  const turn = (on: boolean) => (on ? waitlist.subscribe : waitlist.unsubscribe).mutate({ ticket })
  return <p><Link to="/auth" search={{ mode: 'sign-in' }}>{m.sign_in()}</Link></p>
}
`
const abouts = (text: string) => withProbes('a.tsx', text).placed.map(({ written, about }) => `${written} ${about}`)

it('generates a wrong name, kind, input and result for every call, and wrong routes, params and searches', () => {
  expect(abouts(screen)).toEqual([
    '2 getRouteApi',
    '5 useSearch, unknown member',
    '6 waitlist.join, wrong name',
    '6 waitlist.join, called as another kind',
    '6 waitlist.join, wrong input',
    '6 waitlist.join, unknown input field',
    '6 waitlist.join, ignored refusals',
    '7 chat.messages, wrong name',
    '7 chat.messages, called as another kind',
    '7 chat.messages, wrong input',
    '7 chat.messages, unknown input field',
    '7 chat.messages, ignored refusals',
    '7 auth.options, wrong name',
    '7 auth.options, called as another kind',
    '7 auth.options, wrong input',
    '7 auth.options, ignored refusals',
    '8 waitlist.subscribe, wrong name',
    '8 waitlist.unsubscribe, wrong name',
    '8 waitlist.subscribe or waitlist.unsubscribe, called as another kind',
    '8 waitlist.subscribe or waitlist.unsubscribe, wrong input',
    '8 waitlist.subscribe or waitlist.unsubscribe, unknown input field',
    '8 waitlist.subscribe or waitlist.unsubscribe, ignored refusals',
    '9 Link, wrong to',
    '9 Link, wrong search',
  ])
})

it('checks hooks and their results', () => {
  const text =
    'const rename = trpc.chat.rename.useMutation(failed)\nrename.mutate({ id })\nnavigate({ to: "/x", params: { id } })\n'
  expect(abouts(text)).toEqual([
    '1 chat.rename, wrong name',
    '1 chat.rename, called as another kind',
    '1 chat.rename, ignored refusals',
    '2 rename.mutate, wrong input',
    '3 navigate, wrong to',
    '3 navigate, wrong params',
  ])
})

it('checks the paths and inputs of account endpoints', () => {
  expect(abouts("const send = (token: string) => callAuth('sign-out', { token })\n")).toEqual([
    '1 sign-out, wrong path',
    '1 sign-out, wrong input',
  ])
})

it('checks the names of form fields', () => {
  const text =
    "const input = <input name={field('email')} />\nform.querySelector(selectorOf(field('code')))\nfields.get(field(name))\nconst named: NameOf<Values> = (name) => name\nnamed('days')\n"
  expect(abouts(text)).toEqual([
    "1 field('email'), wrong name",
    "2 field('code'), wrong name",
    '3 field(name), wrong name',
    "5 named('days'), wrong name",
  ])
})

it('rejects a call that hides its procedure', () => {
  const { problems } = withProbes('a.tsx', 'const join = waitlist.join\njoin.mutate({ email })\nsend(waitlist.join.mutate)\n')
  expect(problems.map(({ line }) => line)).toEqual([2, 3])
  expect(problems[0]?.message).toContain('feature.procedure.mutate')
})

it('requires the expected error in each wrong variant, and none elsewhere', () => {
  const { placed, text } = withProbes('a.ts', 'const a = await waitlist.join.mutate()\n')
  const refused = placed.map(({ path, first, codes }) => ({ path, line: first, code: codes[0] ?? 0, message: '' }))
  expect(judge(placed, refused, 'one')).toEqual([])
  expect(judge(placed, refused.slice(1), 'one')).toEqual([
    { path: 'a.ts', line: 1, message: 'compiles (one): waitlist.join, wrong name' },
  ])
  const stray = { path: 'a.ts', line: text.split('\n').length, code: 2304, message: 'Cannot find name' }
  expect(judge(placed, [...refused, stray], 'one').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^cannot be tested \(one\).*Cannot find name$/),
  ])
  // other errors prove nothing: a call on `any` has them too
  const other = refused.map((error) => ({ ...error, code: 7006 }))
  expect(judge(placed, other, 'one')).toHaveLength(placed.length)
})
