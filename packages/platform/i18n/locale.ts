/** Returns the language of `withLocale` on the server, of the document in the browser, else English. */
export { getLocale } from './compiled/runtime.js'
