// Plain JavaScript: scripts/start.mjs also imports it, before packages are installed.
import { createServer } from 'node:net'

/**
 * Explains why a server cannot listen.
 * @param {string | undefined} code of the error
 * @param {number} port
 * @returns {string}
 */
export function portFault(code, port) {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}`
  if (code === 'EACCES') return `PORT ${port} needs rights that this user lacks, choose one above 1023, for example PORT=3000`
  return `HOST is no address of this machine (${code}), for example HOST=0.0.0.0`
}

/**
 * Listens on a port for a moment and returns why a server could not, or null. The start asks before steps that take long.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>}
 */
export function findPortFault(port, host) {
  const probe = createServer((socket) => socket.destroy())
  return new Promise((done) => {
    probe.once('error', (error) => done(portFault(/** @type {NodeJS.ErrnoException} */ (error).code, port)))
    probe.listen(port, host, () => probe.close(() => done(null)))
  })
}
