// @ts-expect-error jsdom ships no types and is for tests only
import { JSDOM as Untyped } from 'jsdom'

interface Options {
  contentType?: string
  runScripts?: 'dangerously'
}

export const JSDOM = Untyped as new (text: string, options?: Options) => { window: Window & typeof globalThis }
