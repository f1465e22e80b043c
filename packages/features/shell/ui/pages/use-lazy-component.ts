import { type ComponentType, useState } from 'react'

/**
 * A part of the page that is fetched when it is wanted. A fetch that fails (the line is down) leaves the page as it is, tells
 * `onFailure`, and the next wish tries again; `React.lazy` would replace the page by an error and keep the failure for good.
 */
export function useLazyPart<Props>(fetchPart: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const load = (onFailure?: () => void) => {
    fetchPart().then(
      (part) => setPart(() => part),
      (error: unknown) => {
        console.error(error)
        onFailure?.()
      },
    )
  }
  return [Part, load] as const
}
