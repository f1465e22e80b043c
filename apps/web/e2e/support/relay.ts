import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a relay between browser and server, to simulate a network outage with `cut` and `restore`. */
export async function openRelay(url: string) {
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return near.destroy()
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      whole = true
    },
    close: () => {
      cut()
      return new Promise((done) => server.close(done))
    },
  }
}
