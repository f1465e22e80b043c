import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { createContext, type ReactElement, useCallback, useContext, useRef, useState } from 'react'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { FactorOptions } from '../../schema.ts'

/** Resolves to whether the call that needs a fresh factor can be repeated. */
type AskForFactor = () => Promise<boolean>

const FactorPromptContext = createContext<AskForFactor>(() => Promise.resolve(false))

/** Asks for the second factor in a dialog when a call of its children needs a fresh one. */
export function FactorPrompt({ children }: { children: ReactElement }) {
  const { api } = usePageContext()
  const [options, setOptions] = useState<FactorOptions | null>(null)
  const [open, setOpen] = useState(false)
  const [Dialog, load] = useLazyComponent(async () => (await import('./factor-dialog.tsx')).FactorDialog)
  const opener = useRef<HTMLElement | null>(null)
  const settle = useRef<(isPassed: boolean) => void>(() => {})
  const close = (isPassed: boolean) => {
    setOpen(false)
    settle.current(isPassed)
  }
  const loadDialog = useRef(load)
  loadDialog.current = load
  const ask = useCallback(async () => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const found = await (await api()).auth.factorOptions.mutate()
    // the last factor was removed meanwhile
    if (found.methods.length === 0) return true
    return new Promise<boolean>((resolve) => {
      settle.current = resolve
      // a dialog that arrives later must not ask for a call that has failed
      loadDialog.current(() => {
        setOpen(false)
        resolve(false)
      })
      setOptions(found)
      setOpen(true)
    })
  }, [api])
  return (
    <FactorPromptContext value={ask}>
      {children}
      {Dialog && options && <Dialog open={open} options={options} onClose={close} returnFocusTo={opener} />}
    </FactorPromptContext>
  )
}

export const needsFreshFactor = (error: unknown): boolean => failureCode(error) === 'fresh_factor_needed'

/** `withFactor` runs a call, and again after the factor that it needs. A refused prompt leaves its failure. */
export function useFreshFactor() {
  const ask = useContext(FactorPromptContext)
  return {
    withFactor: async <Result,>(call: () => Promise<Result>): Promise<Result> => {
      try {
        return await call()
      } catch (error) {
        if (!needsFreshFactor(error) || !(await ask())) throw error
        return await call()
      }
    },
  }
}
