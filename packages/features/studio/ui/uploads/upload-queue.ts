import { v4 as uuid } from 'uuid'
import type { Api } from '../../../shell/ui/pages/page-context.ts'
import type { NamedFile } from './dropped-files.ts'
import { sendPart } from './send-file.ts'
import { addUploads, findUpload, listUploads, removeUpload, type Upload, updateUpload } from './upload-store.ts'

interface Sender {
  api: Api
  /** Called when the server knows more than the page: a file has begun, or is whole. */
  onChange: () => void
}

export interface NewFile extends NamedFile {
  /** The document of which it is a new version. */
  replaces?: string | null
  /** Whether that document is withdrawn from what is shared. */
  everywhere?: boolean
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000

let isRunning = false

/** Queues files of an agent. They are sent one after the other. */
export function startUploads(sender: Sender, { agentId, files }: { agentId: string; files: readonly NewFile[] }): void {
  addUploads(
    files.map(({ name, file, replaces = null, everywhere = false }) => ({
      key: uuid(),
      agentId,
      name,
      size: file.size,
      file,
      replaces,
      everywhere,
      versionId: null,
      documentId: null,
      sent: 0,
      state: 'waiting',
      refusal: null,
    })),
  )
  void run(sender)
}

/** Goes on with an upload that ended with another tab, if the chosen file is the same one. */
export function resumeUpload(
  sender: Sender,
  upload: Pick<Upload, 'agentId' | 'name' | 'size' | 'file' | 'versionId' | 'documentId' | 'sent'>,
): void {
  addUploads([{ ...upload, key: uuid(), replaces: null, everywhere: false, state: 'waiting', refusal: null }])
  void run(sender)
}

/** Goes on with an upload that found no room on the server. */
export function continueUpload(sender: Sender, key: string): void {
  updateUpload(key, { state: 'waiting' })
  void run(sender)
}

async function run(sender: Sender): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    for (let next = nextUpload(); next; next = nextUpload()) await send(sender, next)
  } finally {
    isRunning = false
  }
}

const nextUpload = () => listUploads().find(({ state }) => state === 'waiting')

async function send(sender: Sender, upload: Upload): Promise<void> {
  const { key } = upload
  updateUpload(key, { state: 'sending' })
  let end: SendEnd = 'other_file'
  if (upload.versionId !== null) end = await sendParts(upload, { versionId: upload.versionId, compares: true })
  if (end === 'other_file') {
    // another file takes the place of the one that stopped, from its beginning
    updateUpload(key, { versionId: null, sent: 0, replaces: upload.replaces ?? upload.documentId })
    const begun = findUpload(key)
    const versionId = begun ? await begin(sender, begun) : null
    if (versionId === null) return
    end = await sendParts(upload, { versionId, compares: false })
  }
  if (end !== 'whole') return
  removeUpload(key)
  sender.onChange()
}

/** `ended`: it was cancelled, or a person must act. */
type SendEnd = 'whole' | 'other_file' | 'ended'

async function sendParts({ key, file, size }: Upload, to: { versionId: string; compares: boolean }): Promise<SendEnd> {
  const { versionId } = to
  let { compares } = to
  let waitMs = firstWaitMs
  let at = findUpload(key)?.sent ?? 0
  while (at < size) {
    const result = await sendPart({ versionId, file, at, compares })
    // cancelled meanwhile
    if (!findUpload(key)) return 'ended'
    if (result.kind === 'other_file') return 'other_file'
    if (result.kind === 'gone' || result.kind === 'disk_full') {
      updateUpload(key, { state: result.kind === 'gone' ? 'failed' : 'full' })
      return 'ended'
    }
    if (result.kind === 'later') {
      updateUpload(key, { state: 'offline' })
      await pause(result.waitMs ?? waitMs)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
      if (!findUpload(key)) return 'ended'
      continue
    }
    if (result.kind === 'stored') compares = false
    waitMs = firstWaitMs
    at = result.received
    updateUpload(key, { state: 'sending', sent: at })
  }
  return 'whole'
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the id of the new version; null if the server refused it. */
async function begin(
  { api, onChange }: Sender,
  { key, agentId, name, size, replaces, everywhere }: Upload,
): Promise<string | null> {
  for (let waitMs = firstWaitMs; findUpload(key); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      const { studio } = await api()
      const result = await studio.upload.mutate({ agentId, name, size, replaces, everywhere, hasRight: true })
      if (result.error !== null) {
        updateUpload(key, { state: 'failed', refusal: result.error })
        return null
      }
      updateUpload(key, { versionId: result.versionId, documentId: result.documentId, state: 'sending' })
      onChange()
      return result.versionId
    } catch (error) {
      console.error(error)
      if (isFinal(error)) {
        updateUpload(key, { state: 'failed' })
        return null
      }
      updateUpload(key, { state: 'offline' })
      await pause(waitMs)
    }
  }
  return null
}

/** Whether asking again would not help: signed out, or not allowed. */
function isFinal(error: unknown): boolean {
  const data = error instanceof Error && 'data' in error ? (error.data as { httpStatus?: number } | null) : null
  const status = data?.httpStatus
  return status !== undefined && status < 500 && status !== 429
}
