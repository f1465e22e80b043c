import { randomUUID } from 'node:crypto'
import { startForm } from '@duo/features/marketplace/schema.ts'
import { type AppRouter, appRouter } from '@duo/features/server'
import { joinIdentity } from '@duo/features/waitlist/join-identity.ts'
import { codeInQuery, codeToJudge, repairCode, unsubscribePath } from '@duo/features/waitlist/rules.ts'
import { joinForm } from '@duo/features/waitlist/schema.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { appCodeOf, fieldsOf } from '@duo/platform/server/errors/trpc-errors.ts'
import { derivedKey } from '@duo/platform/server/idempotency.ts'
import { type AppContext, createCaller } from '@duo/platform/server/trpc.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import { type Locale, localeFromPath, locales, localizePath } from '@duo/platform/shared/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { type inferRouterInputs, TRPCError } from '@trpc/server'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { createContext } from '../http/context.ts'
import { computeRetryAfter } from '../http/error-handler.ts'
import { type PageParts, renderPage, send } from './ssr.ts'

const form = express.urlencoded({ extended: false, limit: '4kb' })

/** Handles forms that browsers post. A join with scripts is a call instead (membership/ui/join/join.ts). The e-mail is in the body, never in the URL. */
export function forms({ appContext, shedder, ...parts }: Omit<PageParts, 'cache'>): Router {
  // strict like the pages: another spelling of the path is a 404 and must not join
  const router = Router({ caseSensitive: true, strict: true })
  const homes = locales.map((locale) => localizePath('/', locale))
  router.post(homes, form, async (req, res) => {
    const locale = localeFromPath(req.path)
    const body = joinForm.safeParse(req.body)
    const {
      email,
      invitedByCode = '',
      without,
      website: honeypot,
      key = joinForm.shape.key.parse(req.query.key),
    } = body.data ?? { email: '' }
    // cached pages contain no key, so redirect the POST to a URL with one, which a reload sends again
    if (body.success && key === undefined)
      return res.redirect(307, `${withQuery(req.path, { ref: refOf(req), key: randomUUID() })}#email-collection`)
    // the page that everyone gets contains no code, and its form posts to the address that the invitation led to
    const given = invitedByCode || refOf(req) || ''
    const code = without ? null : repairCode(given) || null
    const invitation = without ? null : codeToJudge(given)
    // without scripts the time is unknown
    const input = { email, language: locale, invitedByCode: invitation, honeypot, fillTimeMs: undefined } satisfies Record<
      keyof JoinCall,
      unknown
    >
    const page = await shedder.page(res, async () => {
      const { answer, ...outcome } = await join(appContext, req, res, input, key)
      const isOpen = answer === 'failed' || (typeof answer === 'object' && answer.error === 'failed')
      const formKey = isOpen ? key : undefined
      const postedJoin = { email: normalizeEmail(email) ?? email, code, answer }
      const isRefused = typeof answer === 'object' && answer.error === 'invalid_code'
      const address = withQuery(req.path, { ref: isRefused ? null : code })
      const page = await renderPage({ ...parts, appContext, req, res, locale, address, postedJoin, formKey })
      return page.status === 200 ? { ...page, ...outcome } : page
    })
    send(res, page)
  })
  const marketplaces = locales.map((locale) => localizePath('/marketplace', locale))
  router.post(marketplaces, form, async (req, res) => {
    res.redirect(303, localizePath(await start(appContext, req, res), localeFromPath(req.path)))
  })
  router.post(unsubscribePath, form, unsubscribeInOneClick(appContext))
  return router
}

const codeOf = (error: unknown) => (error instanceof TRPCError ? appCodeOf(error) : 'internal')

function noteFailure({ observer, log }: Pick<AppContext, 'observer' | 'log'>, error: unknown) {
  const code = codeOf(error)
  observer?.failure('procedure', code)
  if (errorStatus[code] >= 500) log.error({ err: error, code }, 'form submission failed')
  return code
}

const refOf = ({ query }: Request) => codeInQuery(Object.entries(query)) ?? null

function withQuery(path: string, parameters: Record<string, string | null>): string {
  const query = new URLSearchParams(Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Starts a conversation (spec, section 4). Returns the path to redirect to. */
async function start(appContext: AppContext, req: Request, res: Response): Promise<string> {
  const { agent = '', start = '' } = startForm.safeParse(req.body).data ?? {}
  const context = createContext(appContext, req, res, localeFromPath(req.path))
  try {
    const { conversation } = await createCaller(appRouter)(context).chat.start({ agentId: agent })
    return `/chat/${conversation.id}`
  } catch (error) {
    const code = codeOf(error)
    if (code === 'unauthorized') return `/auth?${new URLSearchParams({ mode: 'sign-in', next: `/marketplace?start=${start}` })}`
    if (code === 'second_factor_needed') return '/account#second-factor'
    noteFailure(context, error)
    return '/marketplace?failed=start'
  }
}

/** One-click unsubscribe (RFC 8058): mail programs post without cookies, so the ticket is the only proof. */
const unsubscribeInOneClick =
  (appContext: AppContext): RequestHandler =>
  async (req, res) => {
    const { ticket } = req.query
    const { error } = await createCaller(appRouter)(createContext(appContext, req, res)).waitlist.unsubscribe({
      ticket: String(ticket),
    })
    res.status(error === null ? 200 : 400).json({ error })
  }

const limited = (seconds: number, locale: Locale) => m.waitlist_form_limited({ wait: waitText(seconds, locale) }, { locale })

type JoinCall = inferRouterInputs<AppRouter>['waitlist']['join']

/** The same page and key can be used for another person, so the input is part of the key. */
async function join(appContext: AppContext, req: Request, res: Response, input: JoinCall, key: string | undefined) {
  const idempotencyKey = key === undefined ? null : derivedKey(key, joinIdentity(input))
  const context = { ...createContext(appContext, req, res, input.language), idempotencyKey }
  try {
    return { status: 200, retryAfter: null, answer: await createCaller(appRouter)(context).waitlist.join(input) }
  } catch (error) {
    const code = noteFailure(context, error)
    const invalid = error instanceof TRPCError && fieldsOf(error)?.email !== undefined
    const retryAfter = computeRetryAfter(error instanceof TRPCError ? [error] : [])
    const wait =
      code === 'too_many_requests' && retryAfter !== null
        ? { error: 'failed' as const, message: limited(retryAfter, input.language) }
        : null
    return { status: errorStatus[code], retryAfter, answer: invalid ? ('invalid' as const) : (wait ?? ('failed' as const)) }
  }
}
