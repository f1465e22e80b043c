import { type ComponentType, useState } from 'react'

/**
 * A part of the page that is fetched when it is wanted. A fetch that fails (the line is down) leaves the page as it is, tells
 * `onFailure`, and the next wish tries again; `React.lazy` would replace the page by an error and keep the failure for good.
 */
export function useLazyComponent<Props>(fetchComponent: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const load = (onFailure?: () => void) => {
    fetchComponent().then(
      (component) => setComponent(() => component),
      (error: unknown) => {
        console.error(error)
        onFailure?.()
      },
    )
  }
  return [Component, load] as const
}
