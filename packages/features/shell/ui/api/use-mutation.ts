import { reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import type { ToastMessage } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { useRef, useState } from 'react'
import { type Api, usePageContext } from '../pages/page-context.ts'

type Procedures = Awaited<ReturnType<Api>>

interface MutationOptions<Input, Refusal extends string> {
  call: (procedures: Procedures, input: Input) => Promise<Refusal | null>
  /** `show` comes from `useToast`, which pages without toasts do not load. */
  toast?: { show: (message: ToastMessage) => unknown; failed: ToastMessage }
}

/** `failed` can be retried. */
export type MutationState<Refusal extends string> = 'idle' | 'pending' | 'done' | 'failed' | Refusal

/** For public pages, which load no React Query. `run` ignores calls while one is pending, and never rejects. */
export function useMutation<Input = void, Refusal extends string = never>(options: MutationOptions<Input, Refusal>) {
  const { api } = usePageContext()
  const [state, setState] = useState<MutationState<Refusal>>('idle')
  const isPending = useRef(false) // two clicks can precede the next render

  const run = async (input: Input) => {
    if (isPending.current) return
    isPending.current = true
    setState('pending')
    try {
      const refusal = await options.call(await api(), input)
      setState(refusal ?? 'done')
    } catch (error) {
      console.error(error)
      reportMissingPart(error)
      setState('failed')
      options.toast?.show(options.toast.failed)
    } finally {
      isPending.current = false
    }
  }
  const pending = state === 'pending'
  const button = (input: Input) => ({ busy: pending, 'aria-disabled': pending || undefined, onClick: () => void run(input) })
  return { state, pending, run, button }
}
