import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { importBoundary } from './import-boundary.ts'
import { liveMessages } from './live-messages.ts'
import { pageFiles } from './page-files.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/** What the script of documents imports is a file of its own, which the app loads, too. */
function pageScriptPart(id: string, { getModuleInfo }: ModuleGraph): string | null {
  const seen = new Set([id])
  for (const module of seen) {
    if (module.endsWith('/apps/web/entry-page.ts')) return 'page-script'
    for (const importer of getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return null
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [pageFiles(), liveMessages(), importBoundary(), react(), tailwindcss()],
  build: isSsrBuild
    ? { ssr: 'entry-server.tsx', outDir: 'dist/server', copyPublicDir: false, target: 'node24', minify: false, sourcemap: true }
    : {
        manifest: true,
        outDir: 'dist/client',
        target: 'baseline-widely-available',
        // the preload lists of lazy parts would be in every page's first load (0.5 kB), and grow with every part
        modulePreload: false,
        rolldownOptions: {
          input: ['entry-client.tsx', 'entry-page.ts'],
          // a single file for what every page of the app loads: splitting it by shared lazy parts compresses 2.5 kB worse
          output: {
            codeSplitting: {
              groups: [
                { name: pageScriptPart, priority: 2 },
                { name: 'first-load', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
      },
  // the router's store bundles a hook that React has had since version 18 (0.3 kB of every page's first load)
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  ssr: { noExternal: [/^@duo\//] },
}))
