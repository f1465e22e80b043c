import { type AppRouter, appRouter, unsubscribePath } from '@duo/features/server'
import { m } from '@duo/platform/i18n/messages.ts'
import { derivedKey } from '@duo/platform/server/idempotency.ts'
import { type AppContext, appCodeOf, createCaller, fieldsOf } from '@duo/platform/server/trpc.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import { type Locale, localeFromPath, locales, localizePath } from '@duo/platform/shared/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { type inferRouterInputs, TRPCError } from '@trpc/server'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { createContext } from '../http/context.ts'
import { computeRetryAfter } from '../http/error-handler.ts'
import { type PageParts, renderPage, send } from './ssr.ts'

/** A posted form's fields, as a browser without scripts sends them; `without` is the button that joins without the code. */
const fields = z.object({
  email: z.string(),
  invitedByCode: z.string().optional(),
  without: z.string().optional(),
  website: z.string().optional(),
  key: z.uuid().optional().catch(undefined),
})

/** Bodies larger than this are no form of ours. */
const form = express.urlencoded({ extended: false, limit: '4kb' })

/**
 * The join form for browsers without scripts: the home page takes the post, calls the same procedure, and answers with the page
 * in the state that the form would have reached. The address travels in the body, never in the address line.
 */
export function forms({ world, web, gtmId, shedder }: Omit<PageParts, 'contentVersion'>): Router {
  // strict, as pages are: another writing of the address is no page, and must not join somebody and then deny it
  const router = Router({ caseSensitive: true, strict: true })
  const homes = locales.map((locale) => localizePath('/', locale))
  router.post(homes, form, async (req, res) => {
    const locale = localeFromPath(req.path)
    const body = fields.safeParse(req.body)
    const { email, invitedByCode, without, website: trap, key } = body.data ?? { email: '' }
    const code = without ? null : invitedByCode || null
    const input = { email, language: locale, invitedByCode: code, trap }
    const page = await shedder.page(res, async () => {
      const { answer, ...outcome } = await join(world, req, res, input, key)
      const isOpen = answer === 'failed' || (typeof answer === 'object' && answer.error === 'failed')
      const formKey = isOpen ? key : undefined
      const postedJoin = { email, code, answer }
      const page = await renderPage({ world, web, gtmId, req, res, locale, address: req.path, postedJoin, formKey })
      return page.status === 200 ? { ...page, ...outcome } : page
    })
    send(req, res, page)
  })
  router.post(unsubscribePath, form, unsubscribeInOneClick(world))
  return router
}

/**
 * The way out of mails that mail programs offer beside the subject (RFC 8058): they post to the address in the List-Unsubscribe
 * header, without cookies and without a page to show. The ticket in it is all the proof there is.
 */
const unsubscribeInOneClick =
  (world: AppContext): RequestHandler =>
  async (req, res) => {
    const { ticket } = req.query
    const { error } = await createCaller(appRouter)(createContext(world, req, res)).waitlist.unsubscribe({
      ticket: String(ticket),
    })
    res.status(error === null ? 200 : 400).json({ error })
  }

/** Says when a join that was one too many from its network may be tried again. */
const limited = (seconds: number, locale: Locale) => m.waitlist_form_limited({ wait: waitText(seconds, locale) }, { locale })

type JoinCall = inferRouterInputs<AppRouter>['waitlist']['join']

/** A browser can show the same page, with the same key, for one person and then for another: what was filled in is part of the key. */
async function join(world: AppContext, req: Request, res: Response, input: JoinCall, key: string | undefined) {
  const { email, language, invitedByCode } = input
  const idempotencyKey = key === undefined ? null : derivedKey(key, [email, language, invitedByCode])
  const context = { ...createContext(world, req, res, language), idempotencyKey }
  try {
    return { status: 200, retryAfter: null, answer: await createCaller(appRouter)(context).waitlist.join(input) }
  } catch (error) {
    const code = error instanceof TRPCError ? appCodeOf(error) : 'internal'
    const invalid = error instanceof TRPCError && fieldsOf(error)?.email !== undefined
    world.observer?.failure('procedure', code)
    if (errorStatus[code] >= 500) context.log.error({ err: error, code }, 'posted form failed')
    const retryAfter = computeRetryAfter(error instanceof TRPCError ? [error] : [])
    const wait =
      code === 'too_many_requests' && retryAfter !== null
        ? { error: 'failed' as const, message: limited(retryAfter, language) }
        : null
    return { status: errorStatus[code], retryAfter, answer: invalid ? ('invalid' as const) : (wait ?? ('failed' as const)) }
  }
}
