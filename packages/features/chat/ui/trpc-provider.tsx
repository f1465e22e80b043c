import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { ToastProvider } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import { accountHeaders } from '#session/ui/page-account.ts'
import { trpc } from './trpc.ts'

function createClients() {
  const url = `${typeof window === 'undefined' ? '' : window.location.origin}/api/trpc`
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } })
  const client = trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url }),
        false: httpLink({ url, methodOverride: 'POST', fetch: fetchWithTimeout, headers: accountHeaders }),
      }),
    ],
  })
  return { queries, client }
}

export function TrpcProvider({ children }: { children: ReactNode }) {
  const [{ queries, client }] = useState(createClients)
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <ToastProvider closeLabel={m.chat_toast_close()}>{children}</ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  )
}

export function Page() {
  return (
    <TrpcProvider>
      <Outlet />
    </TrpcProvider>
  )
}
