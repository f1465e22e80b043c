import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Starts a script of `peers/` in its own process; resolves when it has printed its URL. */
export async function startPeer(name: string, ...args: string[]) {
  const script = join(root, 'scripts/bench/peers', name)
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: String(chunk).trim(),
    pid: child.pid ?? 0,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
