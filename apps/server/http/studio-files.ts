import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadPartSize } from '@duo/features/studio/rules.ts'
import { archiveLimit, uploadLimit } from '@duo/features/studio/schema.ts'
import { requireStudio } from '@duo/features/studio/server/studio-access.ts'
import { archiveOriginals } from '@duo/features/studio/server/uploads/originals-archive.ts'
import { readOriginal, receivePart } from '@duo/features/studio/server/uploads/upload.ts'
import { consume } from '@duo/platform/server/security/rate-limit.ts'
import { type AppContext, requireUser } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { baseLocale, localizePath } from '@duo/platform/shared/locale.ts'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { createContext, readRequestedLocale } from './context.ts'
import { codeOf } from './error-handler.ts'
import { isNavigation } from './visitor/navigation.ts'

const uploadQuery = z.object({
  at: z.coerce.number().int().min(0),
  before: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

const partStatus = { stored: 200, elsewhere: 409, other_file: 412, disk_full: 507 } as const
const id = z.uuid()

/**
 * Files of the studio, which are too large for a procedure:
 * `POST /uploads/<version>?at=<bytes>` stores a part of a file (at most 1 MB) and returns how much is stored. With `&before=<SHA-256>` of
 * the bytes up to there, a part of another file is refused;
 * `GET /originals/<document>` returns the file as it was uploaded;
 * `GET /originals` returns all files of the account in a ZIP archive.
 */
export function studioFiles(appContext: AppContext, admit: RequestHandler): Router {
  const router = Router()
  router.post('/uploads/:version', admit, async (req: Request, res: Response) => {
    const context = await openContext(appContext, req, res)
    const place = parsed(uploadQuery, req.query)
    const versionId = parsed(id, req.params.version)
    await consume(context, { limit: uploadLimit, key: context.user.id })
    // after the caller is known: a megabyte of anyone else's is not read
    const { outcome, received } = await receivePart(context, { versionId, ...place, part: await readPart(req, res) })
    res.status(partStatus[outcome]).json({ received })
  })
  router.get('/originals/:document', admit, async (req: Request, res: Response) => {
    const context = await openContext(appContext, req, res)
    const { name, bytes } = await readOriginal(context, parsed(id, req.params.document))
    res.attachment(name)
    // a browser must never run what a person uploaded
    res.type('application/octet-stream')
    res.setHeader('Content-Security-Policy', 'sandbox')
    res.send(bytes)
  })
  router.get('/originals', admit, async (req: Request, res: Response) => {
    const context = await openContext(appContext, req, res)
    await consume(context, { limit: archiveLimit, key: context.user.id })
    const files = archiveOriginals(context)
    // before the head is sent: a failure of the first file still has its status
    const first = await files.next()
    res.attachment('duo-files.zip')
    res.type('application/zip')
    const all = async function* () {
      if (!first.done) yield first.value
      yield* files
    }
    await pipeline(Readable.from(all()), res)
  })
  router.use(sendToSignIn)
  return router
}

/** A link to a file that is followed after the session ended leads to the sign-in page, and from there back to a page with the link. */
const sendToSignIn: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (codeOf(error) !== 'unauthorized' || !isNavigation(req)) return next(error)
  const locale = readRequestedLocale(req) ?? baseLocale
  const query = new URLSearchParams({ mode: 'sign-in', next: req.path === '/originals' ? '/account' : '/studio' })
  res.redirect(303, `${localizePath('/auth', locale)}?${query}`)
}

const rawPart = express.raw({ limit: uploadPartSize, type: 'application/octet-stream', inflate: false })

/** 413 for more than a part, 415 for another type than bytes. */
async function readPart(req: Request, res: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    rawPart(req, res, (error?: unknown) => {
      if (error === undefined) return resolve()
      const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
      reject(isTooLarge ? new AppError('too_large') : error)
    })
  })
  const body: unknown = req.body
  if (!Buffer.isBuffer(body)) throw new AppError('unsupported_media')
  return body
}

async function openContext(appContext: AppContext, req: Request, res: Response) {
  const context = createContext(appContext, req, res)
  const user = await requireUser(context)
  await requireStudio({ ...context, user })
  return { ...context, user }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new AppError('bad_input')
  return result.data
}
