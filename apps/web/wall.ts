import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * File names of a feature folder that run on the server only, alone or after a noun (`queries.ts`, `position-queries.ts`).
 * scripts/checks/check-imports.ts reads these two lists as well.
 */
export const serverStems = ['queries', 'service', 'router', 'gateway', 'jobs', 'emails']
/** Server files outside that vocabulary, each one a decision of its own. */
export const serverExtras = [
  'auth/auth.ts',
  'auth/owner-proof.ts',
  'auth/second-factor/account-factors.ts',
  'auth/second-factor/factor-mail.ts',
  'auth/second-factor/factor-recovery.ts',
  'auth/second-factor/first-factor.ts',
  'auth/second-factor/one-time-codes.ts',
  'auth/second-factor/open-session.ts',
  'auth/second-factor/pass-second-step.ts',
  'auth/second-factor/passkey-sign-in.ts',
  'auth/second-factor/passkey-verification.ts',
  'auth/second-factor/passkeys.ts',
  'auth/second-factor/recovery-codes.ts',
  'auth/second-factor/second-step.ts',
  'auth/second-factor/step-calls.ts',
  'auth/second-factor/step-cookies.ts',
  'auth/second-factor/step-factors.ts',
  'auth/second-factor/totp.ts',
  'blog/feeds.ts',
  'chat/question-versions.ts',
  'chat/show-version.ts',
  'marketplace/agent-names.ts',
  'marketplace/arithmetic.ts',
  'marketplace/exchanges-en.json',
  'marketplace/exchanges-pt.json',
  'marketplace/foreign-language.ts',
  'marketplace/hybrid-ranking.ts',
  'marketplace/kin-words.ts',
  'marketplace/next-questions.ts',
  'marketplace/plain-message.ts',
  'marketplace/plan-parts.ts',
  'marketplace/plan-talk.ts',
  'marketplace/proper-names.ts',
  'marketplace/question-embedding.ts',
  'marketplace/question-index.ts',
  'marketplace/stem.ts',
  'marketplace/talk-en.ts',
  'marketplace/talk-pt.ts',
  // what the server draws: docs/decisions/0015
  'pictures/agent-art.ts',
  'pictures/agent-images.ts',
  'pictures/agent-makers.ts',
  'pictures/agent-pen.ts',
  'pictures/agent-thinkers.ts',
  'pictures/art-any.ts',
  'pictures/drawing.ts',
  'pictures/art-making.ts',
  'pictures/art-money.ts',
  'pictures/art-pen.ts',
  'pictures/art-trust.ts',
  'pictures/art-work.ts',
  'pictures/article-art.ts',
  'pictures/article-images.ts',
  'pictures/article-share-card.ts',
  'pictures/share-card.ts',
  'safety/classifier.ts',
  'safety/crisis.ts',
  'safety/help-text.ts',
  'safety/phrases-en.ts',
  'safety/phrases-pt.ts',
  'safety/held-out-en.json',
  'safety/held-out-pt.json',
  'safety/seen-en.json',
  'safety/seen-pt.json',
  'safety/word-groups-en.ts',
  'safety/word-groups-pt.ts',
  'site/security-text.ts',
  'site/share-images.ts',
  'site/sitemap.ts',
]

const serverPaths = [
  /^(?:db|apps\/server|packages\/platform\/server)\//,
  /^packages\/platform\/i18n\/(?:server|compile|compile-worker|file-lock|message-folders|replace-files)\.ts$/,
  /^packages\/features\/(?:server|seed)\.ts$/,
  new RegExp(`^packages/features/[^/]+/(?:second-factor/)?(?:[a-z0-9-]+-)?(?:${serverStems.join('|')})\\.tsx?$`),
  new RegExp(`^packages/features/(?:${serverExtras.join('|').replaceAll('.', '\\.')})$`),
]

/** Whether a file, named from the root of the repository, may run in the Node process only. */
export function isServerFile(path: string): boolean {
  return serverPaths.some((pattern) => pattern.test(path))
}

// What Vite puts in place of a Node builtin in a browser bundle; it answers undefined where the builtin is used.
const BUILTIN = '__vite-browser-external'

/**
 * Fails the browser build when a server file or a Node builtin is in its module graph, even if tree-shaking would drop it later, and
 * shows the way it came in. Imports of types are erased before and do not count.
 */
export function wall(root = resolve(import.meta.dirname, '../..')): Plugin {
  return {
    name: 'duo:wall',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    buildEnd(error) {
      if (error) return
      const importersOf = (id: string) => {
        const info = this.getModuleInfo(id)
        return info ? [...info.importers, ...info.dynamicImporters] : []
      }
      const named = (id: string) =>
        id.startsWith(BUILTIN) ? 'a Node builtin' : relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/')
      const isServers = (id: string) => id.startsWith(BUILTIN) || isServerFile(named(id))
      const chains = [...this.getModuleIds()].filter(isServers).flatMap((id) => chainsInto(id, importersOf, isServers))
      if (chains.length === 0) return
      const report = chains.map((chain) => `  ${chain.map(named).join('\n    → ')}`)
      this.error(`Server code in the browser bundle:\n${report.sort().join('\n')}`)
    },
  }
}

/** For each importer of `id` on the browser's side: the shortest way from an entry to `id`. An entry of its own is its own way. */
function chainsInto(id: string, importersOf: (id: string) => string[], isServers: (id: string) => boolean): string[][] {
  const importers = importersOf(id)
  if (importers.length === 0) return [[id]]
  return importers.filter((importer) => !isServers(importer)).map((importer) => [...wayFromEntry(importer, importersOf), id])
}

function wayFromEntry(id: string, importersOf: (id: string) => string[]): string[] {
  const ways = [[id]]
  const seen = new Set([id])
  for (const way of ways) {
    const importers = importersOf(way[0] ?? id)
    if (importers.length === 0) return way
    for (const importer of importers.filter((next) => !seen.has(next))) {
      seen.add(importer)
      ways.push([importer, ...way])
    }
  }
  return [id]
}
