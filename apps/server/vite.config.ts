import { defineConfig } from 'vite'

/** Our own TypeScript for Node; npm packages stay where npm put them. */
export default defineConfig({
  build: {
    ssr: 'lifecycle/main.ts',
    outDir: 'dist',
    target: 'node24',
    sourcemap: true,
    minify: false,
    // beside main.js: paths.ts finds the root from the folder that it lies in
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { noExternal: [/^@duo\//] },
})
