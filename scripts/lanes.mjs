/**
 * Parses the arguments of npm test: lane names, each followed by file filters (`e2e bookmarks`). Returns the filters of each chosen lane;
 * without arguments, every lane without filters. Throws if the first argument is not a lane, or if a lane takes no filters.
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
      // a lane with file filters takes them as its parameter
    } else if (lanes[current].length === 0) {
      throw new Error(`The lane ${current} takes no file filters, such as ${word}.`)
    } else chosen.get(current).push(word)
  }
  return chosen.size > 0 ? chosen : new Map(Object.keys(lanes).map((name) => [name, []]))
}
