import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A wire to the test's Postgres that can be cut: while it is, connections break and new ones are refused, as when the database is away.
 * `url` leads through it.
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
  const server = createServer((near) => {
    const far = dial(Number(target.port || 5432), target.hostname)
    hold(near)
    hold(far)
    near.pipe(far).pipe(near)
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
  return { url: url.href, cut, mend: listen, close: async () => void (server.listening && (await cut())) }
}
