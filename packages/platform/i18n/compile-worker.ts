import { workerData } from 'node:worker_threads'
import { type Compilation, compileMessages } from './compile.ts'

// A worker: the compiler blocks its thread for seconds, and whoever starts it may have connections whose time-outs run meanwhile.
for (const compilation of workerData as Compilation[]) await compileMessages(compilation)
