import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { importBoundary } from './import-boundary.ts'
import { liveMessages } from './live-messages.ts'
import { pageFiles } from './page-files.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/** Whether a module is in the first load of all these entries or parts. A part that is loaded on demand must not start the app. */
const isPartOf =
  (...entries: string[]) =>
  (id: string, graph: ModuleGraph) => {
    const importers = new Set(graph.getModuleInfo(id)?.importers)
    for (const module of importers) for (const importer of graph.getModuleInfo(module)?.importers ?? []) importers.add(importer)
    return entries.every((entry) => [...importers].some((module) => module.endsWith(`/${entry}`)))
  }

const appEntry = 'entry-client.tsx'
const pageEntry = 'entry-page.ts'
const isShell = isPartOf(appEntry, pageEntry)
const isApp = isPartOf(appEntry)
/** What a document's parts about the account share with the app: without React. */
const isAccount = (id: string, graph: ModuleGraph) =>
  isApp(id, graph) &&
  ['auth/ui/header/account-script.ts', 'second-factor/ui/sign-in-script.ts'].some((part) => isPartOf(part)(id, graph))

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [pageFiles(), liveMessages(), importBoundary(), react(), tailwindcss()],
  build: isSsrBuild
    ? { ssr: 'entry-server.tsx', outDir: 'dist/server', copyPublicDir: false, target: 'node24', minify: false, sourcemap: true }
    : {
        manifest: true,
        outDir: 'dist/client',
        // browsers since 2022, in what they parse; new-apis.grit refuses what they lack
        target: ['chrome97', 'firefox94', 'safari15.4'],
        // older ones ignore a rule that they do not know
        cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
        // the preload lists of lazy parts would be in every page's first load (0.5 kB), and grow with every part
        modulePreload: false,
        rolldownOptions: {
          input: [appEntry, pageEntry],
          // what app and documents share, and the rest of the first load: splitting further compresses 2.5 kB worse
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id, graph) => (isShell(id, graph) ? 'shell' : null),
                  debugName: 'shell',
                  tags: ['$initial'],
                  priority: 3,
                },
                {
                  name: (id, graph) => (isAccount(id, graph) ? 'account' : null),
                  debugName: 'account',
                  tags: ['$initial'],
                  priority: 2,
                },
                {
                  name: (id, graph) => (isApp(id, graph) ? 'first-load' : null),
                  debugName: 'first load',
                  tags: ['$initial'],
                  priority: 1,
                },
              ],
            },
          },
        },
      },
  // the router's store bundles a hook that React has had since version 18 (0.3 kB of every page's first load)
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  ssr: { noExternal: [/^@duo\//] },
}))
