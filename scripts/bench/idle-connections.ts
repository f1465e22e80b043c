import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves to the seconds until idle and slow connections were closed; null if some outlast `patience` seconds. */
export async function idleConnections(url: string, { idle, slow, patience }: { idle: number; slow: number; patience: number }) {
  const started = performance.now()
  const { hostname, port } = new URL(url)
  const open = (sent?: string) =>
    new Promise<{ closed: Promise<number>; socket: Socket }>((opened, fail) => {
      const socket = connect(Number(port), hostname, () => {
        if (sent) socket.write(sent)
        opened({ closed, socket })
      })
      const closed = new Promise<number>((done) => socket.once('close', () => done((performance.now() - started) / 1_000)))
      socket.once('error', fail).resume()
    })
  const head = `POST /api/trpc/waitlist.join HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  const silent: Awaited<ReturnType<typeof open>>[] = []
  while (silent.length < idle)
    silent.push(...(await Promise.all(Array.from({ length: Math.min(100, idle - silent.length) }, () => open()))))
  const senders = await Promise.all(Array.from({ length: slow }, () => open(head)))
  for (const { socket } of [...silent, ...senders]) socket.removeAllListeners('error').on('error', () => {})
  const drip = setInterval(() => {
    for (const { socket } of senders) if (socket.writable) socket.write(' ')
  }, 5_000)
  const lastOf = async (all: typeof silent) => Math.max(...(await Promise.all(all.map(({ closed }) => closed))))
  const late = sleep(patience * 1_000, null)
  const [idleFor, slowFor] = await Promise.all([Promise.race([lastOf(silent), late]), Promise.race([lastOf(senders), late])])
  clearInterval(drip)
  for (const { socket } of [...silent, ...senders]) socket.destroy()
  return { idleFor, slowFor }
}
