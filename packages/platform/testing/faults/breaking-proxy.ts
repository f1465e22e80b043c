import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** TCP proxy to Postgres. Breaks the connection once when `when` matches the sent bytes, which still reach Postgres. */
export async function openBreakingProxy(url: string, when: (sent: string) => boolean) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  let broken = false
  const proxy = createServer((client) => {
    const server = dial(Number(port), hostname)
    sockets.push(client, server)
    client.on('data', (chunk) => {
      server.write(chunk, () => {
        if (broken || !when(chunk.toString('latin1'))) return
        broken = true
        client.destroy()
      })
    })
    server.pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`
  return {
    url: through.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
