import type { UploadRefusal } from '../../schema.ts'

/**
 * `waiting`: another file is sent first. `offline`: the connection is lost, and it goes on without a person. `full`: the server has no room, and a person sends the rest later.
 * `failed`: a person must act.
 */
export type UploadState = 'waiting' | 'sending' | 'offline' | 'full' | 'failed'

export interface Upload {
  key: string
  agentId: string
  name: string
  size: number
  file: Blob
  /** The document of which this is a new version. */
  replaces: string | null
  /** Whether that document is withdrawn from what is shared. */
  everywhere: boolean
  /** Null until the server knows the file. */
  versionId: string | null
  documentId: string | null
  sent: number
  state: UploadState
  refusal: UploadRefusal | null
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

/** Uploads of this tab. They go on while the page changes, and end with the tab. */
export const listUploads = (): readonly Upload[] => uploads

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

export const addUploads = (added: readonly Upload[]) => set([...uploads, ...added])

export const updateUpload = (key: string, change: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))

export const removeUpload = (key: string) => set(uploads.filter((upload) => upload.key !== key))

export const findUpload = (key: string) => uploads.find((upload) => upload.key === key)
