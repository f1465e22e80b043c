/** Write `m.key`, never `m[key]`, so that bundles contain only the messages they use. */
export * as m from './compiled/messages.js'
