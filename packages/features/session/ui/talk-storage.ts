/** Prefix of what a tab keeps of a visitor's questions and replies, in sessionStorage. */
export const talkPrefix = 'duo.talk.'

/** For the next person in this tab. */
export function forgetTalk(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(talkPrefix)) sessionStorage.removeItem(key)
  } catch {
    // blocked storage contains nothing
  }
}
