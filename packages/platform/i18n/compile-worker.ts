import { workerData } from 'node:worker_threads'
import { type Compilation, compileMessages } from './compile.ts'

// Runs in a worker because the compiler blocks its thread for seconds, during which connections would time out.
for (const compilation of workerData as Compilation[]) await compileMessages(compilation)
