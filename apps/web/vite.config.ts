import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { liveMessages } from './live-messages.ts'
import { pageFiles } from './page-files.ts'
import { importBoundary } from './wall.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [pageFiles(), liveMessages(), importBoundary(), react(), tailwindcss()],
  build: isSsrBuild
    ? { ssr: 'entry-server.tsx', outDir: 'dist/server', copyPublicDir: false, target: 'node24', minify: false, sourcemap: true }
    : {
        manifest: true,
        outDir: 'dist/client',
        target: 'baseline-widely-available',
        // the list of what each lazy part would preload is in every page's first load (0.5 kB), and grows with every part
        modulePreload: false,
        rolldownOptions: {
          input: 'entry-client.tsx',
          // what every page loads stays one file: cut along what lazy parts share, it compresses 2.5 kB worse
          output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } },
        },
      },
  // the router's store brings a copy of a hook that React has had since version 18 (0.3 kB of every page's first load)
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // workspaces are TypeScript source: bundle them, leave npm packages to node
  ssr: { noExternal: [/^@duo\//] },
}))
