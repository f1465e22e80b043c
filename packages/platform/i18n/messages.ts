/**
 * Every text that people read, as typed functions: `m.waitlist_title()`, `m.waitlist_position({ position })`. The language is the one
 * around the call (server.ts, browser.ts); mails name theirs: `m.waitlist_mail_subject({ position }, { locale })`.
 * Write `m.key`, never `m[key]`: a bundle then carries the messages of its own pages only.
 */
export * as m from './compiled/messages.js'
