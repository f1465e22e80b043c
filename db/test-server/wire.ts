import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A wire to the test's Postgres that can be cut: while it is, connections break and new ones are refused, as when the database is away.
 * `url` leads through it. `loseAnswerTo` breaks the next connection that asks something containing a text once Postgres has answered, which
 * nobody hears: what was asked is done. While it is frozen connections are taken and nothing passes, as when Postgres is stopped.
 */
export async function openWire(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const hold = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  let port = 0
  let losing: string | null = null
  let frozen = false
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = dial(Number(target.port || 5432), target.hostname)
    hold(near)
    hold(far)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (!frozen) near.pipe(far).pipe(near)
    near.on('data', (asked) => {
      if (losing === null || !asked.includes(losing)) return
      losing = null
      far.unpipe(near)
      far.once('data', () => near.destroy()).resume()
    })
    near.on('close', () => {
      pairs.delete(pair)
      far.destroy()
    })
    far.on('close', () => near.destroy())
  })
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  await listen()
  port = (server.address() as { port: number }).port
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const loseAnswerTo = (text: string) => {
    losing = text
  }
  const freeze = () => {
    frozen = true
    for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
  }
  const thaw = () => {
    frozen = false
    for (const [near, far] of pairs) near.pipe(far).pipe(near)
  }
  return {
    url: url.href,
    cut,
    mend: listen,
    freeze,
    thaw,
    loseAnswerTo,
    close: async () => void (server.listening && (await cut())),
  }
}
