// @ts-expect-error jsdom brings no types and is only for tests
import { JSDOM as Untyped } from 'jsdom'

interface Options {
  contentType?: string
  runScripts?: 'dangerously'
}

export const JSDOM = Untyped as new (text: string, options?: Options) => { window: Window & typeof globalThis }
