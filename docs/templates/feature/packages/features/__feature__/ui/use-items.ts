import { useRouter } from '@tanstack/react-router'
import { useMutation } from '../../shell/ui/api/use-mutation.ts'
import type { AddRefusal } from '../schema.ts'

/** Adds an item and reloads the list. */
export function useAddItem(onAdded: () => void) {
  const router = useRouter()
  return useMutation<string, AddRefusal>({
    call: async (api, text) => {
      const { error } = await api.__featureName__.add.mutate({ text })
      if (error !== null) return error
      await router.invalidate()
      onAdded()
      return null
    },
  })
}

/** Removes an item by its id and reloads the list. */
export function useRemoveItem(onRemoved: () => void) {
  const router = useRouter()
  return useMutation<string>({
    call: async (api, id) => {
      await api.__featureName__.remove.mutate({ id })
      await router.invalidate()
      onRemoved()
      return null
    },
  })
}
