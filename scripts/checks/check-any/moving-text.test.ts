import { expect, it } from 'vitest'
import { checkAny } from '../check-any.ts'
import { inTree } from '../source/fixture.ts'

const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'preserve',
  },
})

const declarations = `
declare global { namespace JSX {
  interface Element { type: string }
  interface ElementChildrenAttribute { children: unknown }
  interface IntrinsicElements { p: { children?: unknown }; span: { children?: unknown }; b: { children?: unknown } }
} }
type Node = JSX.Element | string | number | boolean | null | undefined | Iterable<Node>
type Message = string & { readonly brand: 'message' }
declare const [busy, label, message, caller, items]: [boolean, string, Message, Node, string[]]
const Spinner = () => <b></b>
const Sometimes = () => (busy ? <b></b> : null)
const Words = () => (busy ? label : null)
const Box = ({ children }: { children: Node }) => <p>{children}</p>
`
const refused = (markup: string) =>
  inTree({ 'tsconfig.json': tsconfig, 'apps/a.tsx': `${declarations}\nexport const x = ${markup}` }, (root) =>
    checkAny(root).problems.some(({ message }) => message.includes('bare text')),
  )

it.each([
  '<p>{busy && <Spinner />}Save</p>',
  '<p>{busy && <Spinner />}{label}</p>',
  '<p>{busy && <Spinner />}{message}</p>',
  '<p>{busy && <Spinner />}{caller}</p>',
  '<p>{label}{busy && <b></b>}</p>',
  '<p>{busy ? <b></b> : null}{label.trim()}</p>',
  '<p>{busy && <b></b>} {!busy && <b></b>}</p>',
  '<p><b></b>{busy && label}</p>',
  '<p><b></b>{busy ? label : <b></b>}</p>',
  '<p>{busy && label}{!busy && message}</p>',
  '<p>{items.map((item) => <b>{item}</b>)}{label}</p>',
  '<p>Save<Sometimes /></p>',
  '<p>Save{caller}</p>',
  '<p><Words /></p>',
  '<Box>{busy && label}</Box>',
  '<p>{busy ? <>{label}<b></b></> : <b></b>}</p>',
])('refuses %s', (markup) => expect(refused(markup)).toBe(true))

it.each([
  '<p>{busy && <Spinner />}<span>{label}</span></p>',
  '<p>{busy && label}</p>',
  '<p>{busy ? label : message}</p>',
  '<p>Save {label} <b></b></p>',
  '<p>{label} <Spinner /></p>',
  '<p><b></b>{label && <b>{label}</b>}</p>',
  '<p><b></b>{caller}</p>',
  '<Box>{label}</Box>',
])('allows %s', (markup) => expect(refused(markup)).toBe(false))
