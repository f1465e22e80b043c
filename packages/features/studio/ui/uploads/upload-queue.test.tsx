import { Blob as NodeBlob } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { network } from '@duo/platform/testing/component-setup.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../../../shell/ui/pages/page-context.ts'
import { continueUpload, resumeUpload } from './upload-queue.ts'
import { listUploads, removeUpload } from './upload-store.ts'

beforeEach(() => {
  // jsdom has neither digests nor the bytes of a blob
  vi.stubGlobal('crypto', webcrypto)
  for (const { key } of listUploads()) removeUpload(key)
  return () => void vi.unstubAllGlobals()
})

const sha256 = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex')
}

/** A server that has the beginning of a file, and what it is sent. */
function serverWith(stored: string) {
  const begun: object[] = []
  const sent: Record<string, string> = { first: stored }
  const upload = async (input: object) => {
    begun.push(input)
    sent.second = ''
    return { error: null, versionId: 'second', documentId: 'document' }
  }
  network.use(
    http.post('*/api/studio/uploads/:version', async ({ request, params }) => {
      const version = String(params.version)
      const query = new URL(request.url).searchParams
      const [at, before, held] = [Number(query.get('at')), query.get('before'), sent[version] ?? '']
      if (at !== held.length) return HttpResponse.json({ received: held.length }, { status: 409 })
      if (before !== null && before !== (await sha256(held))) return HttpResponse.json({ received: held.length }, { status: 412 })
      sent[version] = held + (await request.text())
      return HttpResponse.json({ received: sent[version].length })
    }),
  )
  // only the procedure that begins an upload is called
  const api = (async () => ({ studio: { upload: { mutate: upload } } })) as unknown as Api
  return { begun, sent, sender: { api, onChange: () => {} } }
}

const resumed = (text: string, sent: number) => ({
  agentId: 'agent',
  name: 'a.txt',
  size: text.length,
  file: new NodeBlob([text]) as Blob,
  versionId: 'first',
  documentId: 'document',
  sent,
})

test.each([4, 2])('the same file goes on where it stopped, also if the page knows of %i bytes', async (known) => {
  const { sender, sent, begun } = serverWith('Flou')
  resumeUpload(sender, resumed('Flour and salt', known))
  await vi.waitFor(() => expect(listUploads()).toEqual([]))
  expect(sent).toEqual({ first: 'Flour and salt' })
  expect(begun).toEqual([])
})

test('another file of the same size starts afresh', async () => {
  const { sender, sent, begun } = serverWith('Flou')
  resumeUpload(sender, resumed('Water and oil!', 4))
  await vi.waitFor(() => expect(listUploads()).toEqual([]))
  expect(sent.first).toBe('Flou')
  expect(sent.second).toBe('Water and oil!')
  expect(begun).toEqual([expect.objectContaining({ replaces: 'document', size: 14 })])
})

test('where the browser computes no digest, the file starts afresh', async () => {
  vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) })
  const { sender, sent } = serverWith('Flou')
  resumeUpload(sender, resumed('Flour and salt', 4))
  await vi.waitFor(() => expect(listUploads()).toEqual([]))
  expect(sent).toEqual({ first: 'Flou', second: 'Flour and salt' })
})

test('a server without room stops an upload, which goes on from there later', async () => {
  const { sender, sent } = serverWith('Flou')
  network.use(
    http.post('*/api/studio/uploads/:version', () => HttpResponse.json({ received: null }, { status: 507 }), { once: true }),
  )
  resumeUpload(sender, resumed('Flour and salt', 4))
  await vi.waitFor(() => expect(listUploads()).toMatchObject([{ state: 'full', sent: 4, versionId: 'first' }]))
  continueUpload(sender, listUploads()[0]?.key ?? '')
  await vi.waitFor(() => expect(listUploads()).toEqual([]))
  expect(sent).toEqual({ first: 'Flour and salt' })
})
