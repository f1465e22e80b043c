import type { ToastMessage } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { useRef, useState } from 'react'
import { type Api, usePageContext } from '../pages/page-context.ts'

type Procedures = Awaited<ReturnType<Api>>

interface MutationOptions<Input, Refusal extends string> {
  /** Makes the call and applies its result. Returns why it was refused, or null when it was done. */
  call: (procedures: Procedures, input: Input) => Promise<Refusal | null>
  /** Shows the expected result before the call. Returns what shows the former state again, after a refusal or a failure. */
  optimistic?: (input: Input) => () => void
  /** Says a failure in a toast. `show` comes from `useToast`, which pages without toasts do not load. */
  toast?: { show: (message: ToastMessage) => unknown; failed: ToastMessage }
}

/** What became of the last call. `failed`: it can be tried again. */
export type MutationState<Refusal extends string> = 'idle' | 'pending' | 'done' | 'failed' | Refusal

/**
 * One call of a procedure that changes something, for public pages, which load no React Query. `run` does nothing while a call is pending
 * and never rejects; `button` gives a `Button` its behaviour.
 */
export function useMutation<Input = void, Refusal extends string = never>(options: MutationOptions<Input, Refusal>) {
  const { api } = usePageContext()
  const [state, setState] = useState<MutationState<Refusal>>('idle')
  // two clicks can come before the next render
  const isPending = useRef(false)

  const run = async (input: Input) => {
    if (isPending.current) return
    isPending.current = true
    setState('pending')
    const undo = options.optimistic?.(input)
    try {
      const refusal = await options.call(await api(), input)
      if (refusal !== null) undo?.()
      setState(refusal ?? 'done')
    } catch (error) {
      console.error(error)
      undo?.()
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
