/** What one document may hold and need. Whatever needs more is refused: no person's document does. */
export const maxPages = 3000
/** Characters of text that one document yields. */
export const maxCharacters = 20_000_000
/** Resident memory of the process that reads, in megabytes. */
export const maxMemory = 512
export const maxSeconds = 60

export const maxArchiveEntries = 5000
/** Bytes of all parts of an archive that are unpacked. */
export const maxUnpacked = 100_000_000
/** Word's own parts shrink to a thirtieth; a bomb to a thousandth. */
export const maxRatio = 250
/** A part that is smaller than this is no bomb, however well it shrinks. */
export const smallPart = 1_000_000
