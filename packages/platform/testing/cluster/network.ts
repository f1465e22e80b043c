import { execFileSync } from 'node:child_process'

const letters = ['a', 'b', 'c'] as const

/** Where a node runs: an address, and the words before a command that run it there. */
export interface Place {
  name: string
  address: string
  enter: string[]
}

export interface Network {
  places: Place[]
  /** In pg_hba.conf's form. */
  range: string
  /** Cuts a node off from all others and from this machine, or connects it again. Null if this machine does not permit it. */
  setCut: ((place: Place, isCut: boolean) => void) | null
  /** Everything that still runs in a node. */
  close: () => void
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

/**
 * Three network namespaces on a bridge, so that each node has an address of its own and can be cut off. They need root and the
 * command ip; without them the nodes get loopback addresses. `number` is part of names and addresses.
 */
export function openNetwork(number: number): Network {
  removeNamespaces(number)
  try {
    return namespaces(number)
  } catch {
    removeNamespaces(number)
    return loopback(number)
  }
}

function namespaces(number: number): Network {
  const bridge = `duo${number}`
  // 198.18.0.0/15 is reserved for trials (RFC 2544)
  const addressOf = (host: number) => `198.18.${number}.${host}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${addressOf(1)}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const places = letters.map((letter, i): Place => {
    const name = `${bridge}-${letter}`
    const address = addressOf(11 + i)
    const inside = (...words: string[]) => ip('-n', name, ...words)
    ip('netns', 'add', name)
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', name, 'master', bridge, 'up')
    inside('link', 'set', 'lo', 'up')
    inside('address', 'add', `${address}/24`, 'dev', 'eth0')
    inside('link', 'set', 'eth0', 'up')
    return { name: letter, address, enter: ['ip', 'netns', 'exec', name] }
  })
  return {
    places,
    range: `${addressOf(0)}/24`,
    setCut: ({ name }, isCut) => void ip('link', 'set', `${bridge}-${name}`, isCut ? 'down' : 'up'),
    close: () => removeNamespaces(number),
  }
}

/** Also ends what a killed command left behind in them. */
function removeNamespaces(number: number): void {
  for (const letter of letters) {
    const name = `duo${number}-${letter}`
    for (const pid of attempt(() => ip('netns', 'pids', name))
      .split('\n')
      .filter(Boolean))
      attempt(() => String(process.kill(Number(pid), 'SIGKILL')))
    attempt(() => ip('netns', 'delete', name))
    attempt(() => ip('link', 'delete', name))
  }
  attempt(() => ip('link', 'delete', `duo${number}`))
}

function attempt(work: () => string): string {
  try {
    return work()
  } catch {
    return ''
  }
}

const loopback = (number: number): Network => ({
  places: letters.map((name, i) => ({ name, address: `127.18.${number}.${11 + i}`, enter: [] })),
  range: '127.0.0.0/8',
  setCut: null,
  close: () => {},
})
