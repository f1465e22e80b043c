import type { Server } from 'node:http'
import type { RenderModule } from '@duo/web/render.ts'
import { createServer, loadConfigFromFile, type Plugin, type ViteDevServer } from 'vite'
import { developmentManifests } from '../assets/manifest.ts'
import type { WebAssets } from '../assets/web-assets.ts'
import { root, webRoot } from '../config/paths.ts'

/** Watched as whole folders, to notice new files and files that failed to load. */
const sources = ['apps/server', 'packages', 'db']

const isIgnored = /\/(?:dist|compiled|e2e|seeds)(?:\/|$)/

export async function createVite(server: Server, dataDir: string, plugins: Plugin[]): Promise<ViteDevServer> {
  const loaded = await loadConfigFromFile(
    { command: 'serve', mode: 'development' },
    undefined,
    webRoot,
    'warn',
    undefined,
    'native',
  )
  const config = loaded?.config ?? {}
  const vite = await createServer({
    ...config,
    configFile: false,
    envDir: false,
    root: webRoot,
    plugins: [config.plugins, plugins],
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: (path) => isIgnored.test(path) || path.startsWith(dataDir) },
      // Vite would serve any file of the repository: the database's, its passwords, and exports of personal data
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '*.{csv,ndjson,part}', `${dataDir}/**`] },
    },
    environments: { ssr: { dev: { preTransformRequests: true } } },
    appType: 'custom',
  })
  return vite
}

export async function finishVite(vite: ViteDevServer) {
  vite.watcher.add(sources.map((folder) => `${root}/${folder}`))
  await vite.ssrLoadModule('/entry-server.tsx')
  await vite.environments.client.warmupRequest('/entry-client.tsx')
}

export function developmentAssets(vite: ViteDevServer): WebAssets {
  return {
    assets: vite.middlewares,
    load: async () => ({
      module: (await vite.ssrLoadModule('/entry-server.tsx')) as RenderModule,
      manifests: developmentManifests,
    }),
    link: '',
    cachesPages: false,
    close: () => vite.close(),
  }
}
