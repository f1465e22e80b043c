// npm run dev: our server code runs inside Vite, so that an edit replaces it in this process. What Node itself has loaded, this folder
// for example, is replaced by another process: scripts/start.mjs starts one when this ends with the code for it.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { loadEnvFile } from '../config/env-file.ts'

// npm's packages, above all, which are compiled at each start otherwise
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
const { explain } = await import('../lifecycle/process.ts')
develop((file) => loaded.has(file)).catch(explain('cannot start'))
