// npm run dev: the server runs inside Vite. Edits of code that Node loaded itself restart it through scripts/start.mjs.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { loadEnvFile } from '../config/env-file.ts'

enableCompileCache()

const loaded = new Set<string>()
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    if (found.url.startsWith('file:') && !found.url.includes('/node_modules/')) loaded.add(fileURLToPath(found.url))
    return found
  },
})

loadEnvFile()
const { develop } = await import('./develop.ts')
const { exitOnError } = await import('../lifecycle/process.ts')
develop((file) => loaded.has(file)).catch(exitOnError('cannot start'))
