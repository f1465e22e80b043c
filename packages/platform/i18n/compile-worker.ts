import { workerData } from 'node:worker_threads'
import { type Compilation, compileMessages } from './compile.ts'

for (const compilation of workerData as Compilation[]) await compileMessages(compilation)
