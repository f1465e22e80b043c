import { type AppRouter, appRouter } from '@duo/features/server'
import { appCodeOf, callerOf, type World } from '@duo/platform/server/trpc.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import { localeFromPath, locales, localizePath } from '@duo/platform/shared/locale.ts'
import { type inferRouterInputs, TRPCError } from '@trpc/server'
import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { createContext } from './context.ts'
import { type PageParts, renderPage, send } from './ssr.ts'

/** A posted form's fields, as a browser without scripts sends them. */
const fields = z.object({ email: z.string(), invitedByCode: z.string().optional() })

/**
 * The join form for browsers without scripts: the home page takes the post, calls the same procedure, and answers with the page
 * in the state that the form would have reached. The address travels in the body, never in the address line.
 */
export function forms({ world, web, gtmId }: Omit<PageParts, 'edition'>): Router {
  // strict, as pages are: another writing of the address is no page, and must not join somebody and then deny it
  const router = Router({ caseSensitive: true, strict: true })
  const homes = locales.map((locale) => localizePath('/', locale))
  router.post(homes, express.urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    const locale = localeFromPath(req.path)
    const given = fields.safeParse(req.body)
    const { email, invitedByCode } = given.data ?? { email: '' }
    const { status, answer } = await join(world, req, res, { email, language: locale, invitedByCode: invitedByCode || null })
    const page = await renderPage({ world, web, gtmId, req, res, locale, address: req.path, postedJoin: { email, answer } })
    send(req, res, { ...page, status: page.status === 200 ? status : page.status })
  })
  return router
}

type JoinCall = inferRouterInputs<AppRouter>['waitlist']['join']

async function join(world: World, req: Request, res: Response, input: JoinCall) {
  const context = createContext(world, req, res, input.language)
  try {
    return { status: 200, answer: await callerOf(appRouter)(context).waitlist.join(input) }
  } catch (error) {
    const code = error instanceof TRPCError ? appCodeOf(error) : 'internal'
    if (errorStatus[code] >= 500) context.log.error({ err: error, code }, 'posted form failed')
    return { status: errorStatus[code], answer: code === 'bad_input' ? ('invalid' as const) : ('failed' as const) }
  }
}
