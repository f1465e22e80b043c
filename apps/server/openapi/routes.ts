import { type Request, type Response, Router } from 'express'
import { localsOf } from '../http/context.ts'
import { openApiDocument } from './document.ts'
import { referencePage } from './reference-page.ts'

/** Serves the contract and a page to read and try it. */
export function openApi(publicUrl: string): Router {
  const document = openApiDocument(publicUrl)
  const text = JSON.stringify(document)
  const send = (res: Response, type: string, body: string) => {
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.type(type).send(body)
  }
  const router = Router()
  router.get('/openapi.json', (_req: Request, res: Response) => send(res, 'application/json', text))
  // no public cache, because the page contains this response's nonce
  router.get('/docs', (_req: Request, res: Response) => res.type('html').send(referencePage(document, localsOf(res).nonce ?? '')))
  return router
}
