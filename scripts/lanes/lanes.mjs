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
    } else if (lanes[current].run.length === 0) {
      throw new Error(`The lane ${current} takes no file filters, such as ${word}.`)
    } else chosen.get(current).push(word)
  }
  return chosen.size > 0 ? chosen : new Map(Object.keys(lanes).map((name) => [name, []]))
}

/**
 * Starts lanes in order. Each has a `share`: the part of two processors that it keeps busy, measured. A lane waits while the shares of
 * those that run leave no room in `capacity` (1 on two processors), unless nothing runs.
 *
 * `start(name, write)` runs a lane, passes on its output and resolves to its exit code; it must not reject. The output of the lane that
 * started first is shown as it arrives, that of others once it is their turn, so that no two mix. `onEnd(name, { code, seconds })` is
 * called when a lane ends, before its output may be shown: for a first word on a failure.
 */
export async function runLanes(lanes, { capacity, start, show, onEnd }) {
  const waiting = [...lanes]
  const running = new Map()
  const shown = []
  let used = 0
  const showNext = () => {
    while (shown.length > 0) {
      const [first] = shown
      if (first.output.length > 0) show(first.output.splice(0).join(''))
      if (!first.ended) return
      shown.shift()
    }
  }
  const begin = ({ name, share }) => {
    const entry = { output: [], ended: false }
    shown.push(entry)
    used += share
    const started = Date.now()
    const write = (text) => {
      entry.output.push(text)
      if (shown[0] === entry) showNext()
    }
    const end = async () => {
      const code = await start(name, write)
      used -= share
      running.delete(name)
      const seconds = (Date.now() - started) / 1000
      onEnd(name, { code, seconds })
      write(`── ${name}: ${seconds.toFixed(1)} s\n`)
      entry.ended = true
      showNext()
    }
    write(`\n── ${name} ──\n`)
    running.set(name, end())
  }
  while (waiting.length > 0 || running.size > 0) {
    while (waiting.length > 0 && (running.size === 0 || used + waiting[0].share <= capacity + 0.001)) begin(waiting.shift())
    await Promise.race(running.values())
  }
}
