/** Words in names that a reader had to guess, and what the field says. */
export const identifierWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    asked: "'requests', 'input' or 'question'",
    desk: "'streams'",
    gulp: "'chunk'",
    gulps: "'chunks'",
    heed: "'handle'",
    house: "'bundled'",
    shall: "'should'",
    stranger: "'visitor' or 'otherUser'",
    told: "'message' or 'notified'",
    said: "'message', 'text' or 'stderr'",
    tell: "'notify' or 'write'",
    talks: "'conversations'",
    upkeep: "'maintenance'",
    whoever: "'user' or 'caller'",
  }),
)

/** Words that made sentences hard to read, and what to write. */
export const proseWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anew: "'again'",
    everybody: "'everyone', 'all users'",
    gulp: "'chunk'",
    nobody: "'no one', 'no process', or a passive",
    shall: "'must', 'should' or 'do not'",
    somebody: "'a user', 'a caller', 'another process'",
    stranger: "'an anonymous visitor', 'another user'",
    strangers: "'anonymous visitors', 'other users'",
    whoever: "'the caller', 'the user', 'the member'",
  }),
)
