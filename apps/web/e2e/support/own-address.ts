import { existsSync, readFileSync } from 'node:fs'
import { e2eOwnAddressFile, e2ePort } from './data-dir.ts'

/** Maps each balancer that tests of this process started to the own address of a server behind it. */
export const ownAddresses = new Map<string, string>()

/** Returns a server's own address, to test what a balancer changes or must not show; without a balancer, the site's. */
export function ownAddressOf(site: string): string {
  const { origin, port } = new URL(site)
  const file = e2eOwnAddressFile()
  if (Number(port) === e2ePort && existsSync(file)) return readFileSync(file, 'utf8')
  return ownAddresses.get(origin) ?? origin
}
