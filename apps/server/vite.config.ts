import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node24',
    sourcemap: true,
    minify: false,
    // chunks next to main.js: paths.ts derives the root from its own folder
    rolldownOptions: {
      input: {
        main: 'lifecycle/main.ts',
        'render-worker': '../../packages/features/chat/server/markdown/render-worker.ts',
        'reader-worker': '../../packages/reader/child/reader-worker.ts',
        'password-worker': '../../packages/platform/server/security/password-worker.ts',
      },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  // others need older versions of these two, which npm puts into the root's folder
  ssr: { noExternal: [/^@duo\//, 'negotiator', 'fflate'] },
})
