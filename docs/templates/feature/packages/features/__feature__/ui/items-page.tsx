import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useSession } from '../../session/ui/session-provider.tsx'
import { NoindexHead } from '../../shell/ui/pages/noindex-head.tsx'
import { AddItem } from './add-item.tsx'
import { ItemList } from './item-list.tsx'

// the route's loader, loaded with the page
export { loadItems } from './items-loader.ts'

const route = getRouteApi('/__feature__')

export function Page() {
  const { items } = route.useLoaderData()
  const { viewer } = useSession()
  return (
    // the key discards the input of one member when another signs in
    <div key={viewer?.id} className="page-column pt-[calc(var(--spacing-header)+2rem)] pb-16">
      <NoindexHead title={m.__feature_name___head_title()} description={m.__feature_name___lead()} />
      <h1 className="font-voice text-5xl font-[560]">{m.__feature_name___title()}</h1>
      <p className="mt-2 mb-8 max-w-[52ch] text-muted">{m.__feature_name___lead()}</p>
      <AddItem />
      <ItemList items={items} />
    </div>
  )
}
