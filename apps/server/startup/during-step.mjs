// Plain JavaScript: scripts/start.mjs also imports it, before packages are installed.

const firstLineMs = 3_000
const nextLineMs = 4_000

/**
 * Runs one step of the start. While it takes long, prints which one it is and how many seconds it has taken so far: after 3 s, then every
 * 4 s: no silence lasts five. Standard error, because standard output may be a command's result.
 * @template T
 * @param {string} step Completes "Duo is starting: still …".
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function duringStep(step, work) {
  const started = performance.now()
  const say = () => {
    process.stderr.write(`Duo is starting: still ${step} (${Math.round((performance.now() - started) / 1_000)} s)\n`)
    timer = setTimeout(say, nextLineMs)
  }
  let timer = setTimeout(say, firstLineMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
