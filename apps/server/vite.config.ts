import { defineConfig } from 'vite'

/** One file of our own TypeScript for Node; npm packages stay where npm put them. */
export default defineConfig({
  build: { ssr: 'main.ts', outDir: 'dist', target: 'node24', sourcemap: true, minify: false },
  ssr: { noExternal: [/^@duo\//] },
})
