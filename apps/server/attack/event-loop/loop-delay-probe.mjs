// Preloaded into a built server (node --import). GET on LOOP_PROBE_PORT returns the longest delay of the event loop since the last
// GET, in milliseconds.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolution = 1

// worker threads load it too
if (isMainThread) listen()

function listen() {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const server = createServer((_req, res) => {
    // two turns of the loop, so that the timer behind a delay has fired
    setTimeout(() => {
      const longest = delay.max / 1e6 - resolution
      delay.reset()
      res.end(String(longest))
    }, 2 * resolution)
  })
  server.listen(Number(process.env.LOOP_PROBE_PORT), '127.0.0.1').unref()
}
