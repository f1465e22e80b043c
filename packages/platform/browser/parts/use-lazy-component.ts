import { type ComponentType, useState } from 'react'
import { loadPart, reportMissingPart } from './missing-part.ts'

/** Unlike `React.lazy`, a failed or late load keeps the page, calls `onFailure` and is retried on the next attempt. */
export function useLazyComponent<Props>(fetchComponent: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const load = (onFailure?: () => void) => {
    loadPart(fetchComponent).then(
      (component) => setComponent(() => component),
      (error: unknown) => {
        console.error(error)
        reportMissingPart(error)
        onFailure?.()
      },
    )
  }
  return [Component, load] as const
}
