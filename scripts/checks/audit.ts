import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Oldest versions without known advisories. We compare them with the lock file, because some registries have no audit service. */
export const minimumVersions: Record<string, { version: string; because: string }> = {
  '@trpc/server': { version: '11.1.1', because: 'CVE-2025-43855; maxBatchSize against amplified batches' },
  '@tanstack/router-core': {
    version: '1.171.7',
    because: 'a CSP nonce was written into the middle of values (TanStack/router#7362)',
  },
  'better-auth': { version: '1.7.7', because: 'GHSA-965c-763c-88jm, CVE-2026-110861 and older ones' },
  'path-to-regexp': { version: '8.0.0', because: 'GHSA-9wv6-86v2-598j: backtracking expressions' },
  'on-headers': { version: '1.1.0', because: 'CVE-2025-7339' },
  nodemailer: { version: '7.0.7', because: 'GHSA-mm7p-fcc7-pg87: a quoted address reached another domain' },
  'brace-expansion': { version: '2.0.2', because: 'CVE-2025-5889' },
}

interface Lock {
  packages: Record<string, { version?: string }>
}

export function listOutdated({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { version = '' }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const minimum = minimumVersions[name]
    return minimum && isOlder(version, minimum.version)
      ? [`${path} is ${version}, needs ${minimum.version}: ${minimum.because}`]
      : []
  })
}

const isOlder = (version: string, minimum: string) => version.localeCompare(minimum, 'en', { numeric: true }) < 0

function askRegistry(root: string): { ok: boolean; text: string } | null {
  const { status, stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=moderate'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (stderr.includes('audit endpoint returned an error') || /ENOTFOUND|ECONNREFUSED|EAI_AGAIN/.test(stderr)) return null
  return { ok: status === 0, text: stdout + stderr }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const old = listOutdated(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const answer = askRegistry(root)
  console.log([`known advisories: ${old.length === 0 ? 'none' : ''}`, ...old].join('\n'))
  console.log(answer === null ? 'npm audit: skipped, this registry has no audit service' : `npm audit: ${answer.text.trim()}`)
  if (old.length > 0 || answer?.ok === false) process.exitCode = 1
}
