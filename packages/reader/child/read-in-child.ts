import type { ReaderEvent } from '../document.ts'

// replaced by the reader's branch
export declare function readInChild(bytes: Uint8Array, name: string, options: { signal: AbortSignal }): AsyncIterable<ReaderEvent>
