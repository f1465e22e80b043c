import { useEffect, useState } from 'react'

const key = 'duo.ref'

/**
 * The referral code somebody came with, kept while they look around in this tab (spec: `?ref=`). Another link's code takes the place
 * of the first. Where storage is blocked, the code counts on the page it came with.
 */
export function useReferral(ref: string | undefined): string | null {
  const [code, setCode] = useState(ref ?? null)
  useEffect(() => {
    try {
      if (ref) sessionStorage.setItem(key, ref)
      setCode(ref ?? sessionStorage.getItem(key))
    } catch (error) {
      console.error(error)
    }
  }, [ref])
  return code
}
