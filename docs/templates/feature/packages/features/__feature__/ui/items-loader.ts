import { redirectSignedOut } from '../../auth/ui/redirect-signed-out.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { Item } from '../schema.ts'

/** Loads the member's items. Redirects to the sign-in page if the session has ended. */
export async function loadItems(context: PageContext): Promise<{ items: Item[] }> {
  try {
    const api = await context.api()
    return await api.__featureName__.list.query()
  } catch (error) {
    redirectSignedOut(error, context, '/__feature__')
    throw error
  }
}
