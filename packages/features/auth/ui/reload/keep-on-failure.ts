import type { PageContext } from '../../../shell/ui/pages/page-context.ts'
import { failureCode } from '../trpc-errors.ts'

interface Kept {
  page: string
  viewerId: string | undefined
  data: unknown
}

/** What the page loaded last, by session store. */
const kept = new WeakMap<PageContext['auth'], Kept>()

/**
 * Loads the data of a page. Where the server cannot be reached, returns what the same page loaded last for the same person: an error page in
 * its place would lose what is typed.
 */
export async function keepOnFailure<T>({ auth }: Pick<PageContext, 'auth'>, page: string, load: () => Promise<T>): Promise<T> {
  const viewerId = auth.get().viewer?.id
  try {
    const data = await load()
    kept.set(auth, { page, viewerId, data })
    return data
  } catch (error) {
    const last = kept.get(auth)
    const code = failureCode(error)
    if (last?.page !== page || last.viewerId !== viewerId || (code !== undefined && code !== 'unavailable')) throw error
    console.error(error)
    return last.data as T
  }
}
