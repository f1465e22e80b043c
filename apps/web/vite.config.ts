import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { importBoundary } from './import-boundary.ts'
import { liveMessages } from './live-messages.ts'
import { pageFiles } from './page-files.ts'

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
          input: 'entry-client.tsx',
          // a single file for what every page loads: splitting it by shared lazy parts compresses 2.5 kB worse
          output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } },
        },
      },
  // the router's store bundles a hook that React has had since version 18 (0.3 kB of every page's first load)
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  ssr: { noExternal: [/^@duo\//] },
}))
