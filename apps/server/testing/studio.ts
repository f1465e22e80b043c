import type { DocumentsResult, PassagesResult, SearchResult, StudioDocument, UploadResult } from '@duo/features/studio/schema.ts'
import { readDocuments } from '@duo/features/studio/server/reading/read-job.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import { type Browser, person } from './chat.ts'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Studio = Awaited<ReturnType<typeof creator>>

/** Returns a signed-in creator with an agent, and what they can do with it. */
export async function creator(app: App) {
  // as each server does when it starts
  await createQueues(app.db, [readDocuments])
  const browser = await person(app)
  const ownerId = ((await browser.call('auth.account')).data as { user: { id: string } }).user.id
  const created = await browser.call('studio.createAgent', { name: 'My Duo', language: 'en' })
  const agentId = (created.data as { agent: { id: string } }).agent.id
  const upload = async (name: string, size: number, replaces: string | null = null) =>
    (await browser.call('studio.upload', { agentId, name, size, replaces, hasRight: true })).data as UploadResult
  const documents = async () => (await browser.call('studio.documents', { agentId })).data as DocumentsResult
  return {
    app,
    browser,
    ownerId,
    agentId,
    upload,
    documents,
    document: async (id: string) => (await documents()).documents.find((one) => one.id === id) as StudioDocument,
    passages: async (documentId: string) => (await browser.call('studio.passages', { documentId })).data as PassagesResult,
    search: async (question: string) => (await browser.call('studio.search', { agentId, question })).data as SearchResult,
  }
}

/** Sends a part of a file, as the page does; with the digest of what comes before it, as when an upload is resumed. */
export async function sendPart(browser: Browser, versionId: string, at: number, part: Buffer, before?: string) {
  const place = new URLSearchParams({ at: String(at), ...(before !== undefined && { before }) })
  const response = await browser.request(`/api/studio/uploads/${versionId}?${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(part),
  })
  return { status: response.status, body: (await response.json()) as { received?: number; error?: string } }
}

/** Uploads a whole file, without reading it. */
export async function uploadFile(studio: Studio, name: string, text: string | Buffer, replaces: string | null = null) {
  const bytes = Buffer.from(text)
  const begun = await studio.upload(name, bytes.length, replaces)
  if (begun.error !== null) throw new Error(`not uploaded: ${begun.error}`)
  const sent = await sendPart(studio.browser, begun.versionId, 0, bytes)
  if (sent.status !== 200) throw new Error(`not stored: ${sent.status}`)
  return begun
}

/** Reads an account's files, as the job worker does. */
export const readFiles = ({ app, ownerId }: Pick<Studio, 'app' | 'ownerId'>, signal = new AbortController().signal) =>
  readDocuments.perform({ db: app.db, secret: testSecret }, { ownerId }, { messageId: 'test', attempt: 1, signal })

/** Uploads and reads a file. Returns its document's id. */
export async function addFile(studio: Studio, name: string, text: string | Buffer, replaces: string | null = null) {
  const { documentId } = await uploadFile(studio, name, text, replaces)
  await readFiles(studio)
  return documentId
}
