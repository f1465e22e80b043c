import { existsSync, readFileSync } from 'node:fs'
import { e2eOwnAddressFile, e2ePort } from './data-dir.ts'

/** Origins of balancers that tests of this process started, each with the own address of a server behind it. */
export const ownAddresses = new Map<string, string>()

/** Returns a server's own address for the site's: for what a balancer changes, or must not show. The same where there is none. */
export function ownAddressOf(site: string): string {
  const { origin, port } = new URL(site)
  const file = e2eOwnAddressFile()
  if (Number(port) === e2ePort && existsSync(file)) return readFileSync(file, 'utf8')
  return ownAddresses.get(origin) ?? origin
}
