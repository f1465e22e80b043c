// @ts-expect-error jsdom brings no types and is only for tests
import { JSDOM as Untyped } from 'jsdom'

interface Options {
  /** `application/xml` parses strictly and throws. */
  contentType?: string
  runScripts?: 'dangerously'
}

/** A document for tests of text that is HTML or XML, outside of the component tests' own page. */
export const JSDOM = Untyped as new (text: string, options?: Options) => { window: Window & typeof globalThis }
