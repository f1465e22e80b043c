import { createServer, connect as dial, type Socket } from 'node:net'

/** Proxies Postgres: `cut` breaks and refuses connections, `freeze` stalls them, `loseResponseTo` runs the next matching query and cuts. */
export async function openFaultProxy(databaseUrl: string) {
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
    near.on('data', (chunk) => {
      if (losing === null || !chunk.includes(losing)) return
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
  const loseResponseTo = (text: string) => {
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
    restore: listen,
    freeze,
    thaw,
    loseResponseTo,
    close: async () => void (server.listening && (await cut())),
  }
}
