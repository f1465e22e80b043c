import { getLocale } from '@duo/platform/i18n/locale.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { redirect } from '@tanstack/react-router'
import { initSession } from '#session/ui/session-sync.ts'
import type { PageContext } from '#shell/ui/pages/page-context.ts'
import { returnPath } from '../../rules.ts'
import type { SignInOptions } from '../../schema.ts'

/** Redirects signed-in users to `next`, or to the root (spec, section 2). */
export async function loadSignInPage(context: PageContext, { next }: { next?: unknown }): Promise<SignInOptions> {
  // documents are rendered without the session
  if (context.auth.get().status === 'loading') await initSession(context)
  if (context.auth.get().status === 'signed_in') throw redirect({ href: localizePath(returnPath(next, '/'), getLocale()) })
  return loadProviders(context)
}

/** Returns no providers on failure, because e-mail and password always work. */
export async function loadProviders({ api }: PageContext): Promise<SignInOptions> {
  try {
    return await (await api()).auth.options.query()
  } catch (error) {
    console.error(error)
    return { providers: [], confirmsEmail: true, sendsMail: true }
  }
}
