/**
 * Reads the arguments of npm test: names of lanes, each with the words that choose files within it (`e2e bookmarks`). Returns the words of
 * each chosen lane; every lane without words when none is named. Throws when the first argument is no lane, or when a lane has no files to
 * choose from.
 */
export function chosenLanes(args, lanes) {
  const chosen = new Map()
  let current
  for (const word of args) {
    if (word in lanes) {
      current = word
      chosen.set(word, chosen.get(word) ?? [])
    } else if (current === undefined) {
      throw new Error(`There is no lane ${word}; the lanes are ${Object.keys(lanes).join(', ')}.`)
      // a lane that chooses files takes the words as its argument
    } else if (lanes[current].length === 0) {
      throw new Error(`The lane ${current} runs as a whole: it takes no ${word}.`)
    } else chosen.get(current).push(word)
  }
  return chosen.size > 0 ? chosen : new Map(Object.keys(lanes).map((name) => [name, []]))
}
