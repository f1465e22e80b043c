import type { Server } from 'node:http'
import type { RenderModule } from '@duo/web/render.ts'
import { createServer, loadConfigFromFile, type Plugin, type ViteDevServer } from 'vite'
import { developmentManifest } from '../assets/manifest.ts'
import type { WebAssets } from '../assets/web-assets.ts'
import { root, webRoot } from '../config/paths.ts'

/** Folders of sources, which are watched whole: a file that is new, or that failed to load, is then seen as well. */
const sources = ['apps/server', 'packages', 'db']

/** Output of tools, and what the server reads by itself. */
const isIgnored = /\/(?:dist|compiled|e2e|seeds)(?:\/|$)/

/** Vite in this process: sources are transformed on request, edits show without a reload. */
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
    // Vite would restart itself when its configuration changes; all of the process does
    configFile: false,
    envDir: false,
    root: webRoot,
    plugins: [config.plugins, plugins],
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: (path) => isIgnored.test(path) || path.startsWith(dataDir) },
      // Vite would serve any file of the repository; the data folder holds the database and its passwords, and exports hold everybody
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '*.{csv,ndjson,part}', `${dataDir}/**`] },
    },
    // the modules of a page or of the server are transformed side by side, not one after the other
    environments: { ssr: { dev: { preTransformRequests: true } } },
    appType: 'custom',
  })
  return vite
}

/** What a start can do without: watching the folders of sources, and making ready what the first page asks for. */
export async function finishVite(vite: ViteDevServer) {
  vite.watcher.add(sources.map((folder) => `${root}/${folder}`))
  await vite.ssrLoadModule('/entry-server.tsx')
  await vite.environments.client.warmupRequest('/entry-client.tsx')
}

/** The browser's half as Vite serves it. */
export function developmentAssets(vite: ViteDevServer): WebAssets {
  return {
    assets: vite.middlewares,
    load: async () => ({
      module: (await vite.ssrLoadModule('/entry-server.tsx')) as RenderModule,
      manifest: developmentManifest,
    }),
    link: '',
    keepsPages: false,
    close: () => vite.close(),
  }
}
