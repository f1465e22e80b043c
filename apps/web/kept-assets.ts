import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tabs that are open during a deployment load the rest of their parts from the earlier build. */
const keptMs = 7 * 86_400_000

/**
 * Moves the scripts and styles of earlier builds out of the way of the next one. The returned function puts them beside the new ones,
 * without those that were replaced over a week ago.
 */
export function setAssetsAside(dist: string, now = Date.now()): () => void {
  const assets = join(dist, 'client/assets')
  const aside = join(dist, 'earlier-assets')
  const record = join(dist, 'replaced-assets.json')
  if (existsSync(assets)) cpSync(assets, aside, { recursive: true })
  return () => {
    const replacedBefore = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Record<string, number>) : {}
    mkdirSync(assets, { recursive: true })
    const current = new Set(readdirSync(assets))
    const earlier = existsSync(aside) ? readdirSync(aside).filter((name) => !current.has(name)) : []
    const replaced = earlier
      .map((name) => [name, replacedBefore[name] ?? now] as const)
      .filter(([, since]) => now - since < keptMs)
    for (const [name] of replaced) cpSync(join(aside, name), join(assets, name))
    writeFileSync(record, JSON.stringify(Object.fromEntries(replaced)))
    rmSync(aside, { recursive: true, force: true })
  }
}
