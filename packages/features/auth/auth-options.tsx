import type { PageContext } from '../shell/page-context.ts'

/** Which providers have a button. A page that cannot learn it shows none: e-mail and password are always there. */
export async function loadOptions({ api }: PageContext) {
  try {
    return await (await api()).auth.options.query()
  } catch (error) {
    console.error(error)
    return { providers: [], confirmsEmail: true }
  }
}
