/** Unclear words in names, and the standard term. */
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

/** Words and phrases that make sentences hard to read, and what to write instead. */
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
    'answers with': "'returns'",
    'by itself': "'automatically' or 'alone'",
    'hears of': "'is notified of' or 'receives'",
    'in its place': "'instead'",
    'in its turn': "'in order' or 'one at a time'",
    'is away': "'is unreachable'",
    'is told': "'is notified' or 'receives'",
    'once more': "'again'",
    'stands for': "'represents'",
    'stands in for': "'replaces' or 'is a fake of'",
    'what came': "'the response' or 'the result'",
    'what is kept': "'the cached value' or 'the stored rows'",
    'what is there': "'the stored rows'",
  }),
)
