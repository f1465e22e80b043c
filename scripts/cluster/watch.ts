import type { Cluster } from '@duo/platform/testing/cluster/cluster.ts'

const everyMs = 250

interface Watched {
  name: string
  value: string
  since: number
}

/** Says when the primary changes and when a server becomes ready or stops being so. */
export function watchPrimary(cluster: Cluster, { servers }: { servers: { url: string }[] }, say: (line: string) => void) {
  const seen = new Map<string, Watched>()
  const note = (name: string, value: string) => {
    const before = seen.get(name)
    if (before?.value === value) return
    const now = performance.now()
    seen.set(name, { name, value, since: now })
    if (before) say(`${name}: ${value} (${before.value} for ${((now - before.since) / 1000).toFixed(1)} s)`)
    else say(`${name}: ${value}`)
  }
  let isStopped = false
  const look = async () => {
    const leader = (await cluster.members()).find(({ role, state }) => role === 'leader' && state === 'running')
    note('primary', leader?.name ?? 'none')
    for (const { url } of servers) note(url, await readiness(url))
    if (!isStopped) timer = setTimeout(look, everyMs)
  }
  let timer = setTimeout(look, 0)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function readiness(url: string): Promise<string> {
  const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(4_000) }).catch(() => null)
  if (!response) return 'no answer'
  const { status } = (await response.json()) as { status: string }
  return status
}
