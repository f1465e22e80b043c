import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A wire to the test's Postgres that can be cut: while it is, connections break and new ones are refused, as when the database is away.
 * `url` leads through it. `loseAnswerTo` breaks the next connection that asks something containing a text once Postgres has answered, which
 * nobody hears: what was asked is done.
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
  const server = createServer((near) => {
    const far = dial(Number(target.port || 5432), target.hostname)
    hold(near)
    hold(far)
    near.pipe(far).pipe(near)
    near.on('data', (asked) => {
      if (losing === null || !asked.includes(losing)) return
      losing = null
      far.unpipe(near)
      far.once('data', () => near.destroy()).resume()
    })
    near.on('close', () => far.destroy())
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
  return { url: url.href, cut, mend: listen, loseAnswerTo, close: async () => void (server.listening && (await cut())) }
}
