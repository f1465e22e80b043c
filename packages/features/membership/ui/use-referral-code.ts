import { useEffect, useState } from 'react'

const storageKey = 'duo.ref'

/**
 * The referral code somebody came with, kept while they look around in this tab (spec: `?ref=`). Another link's code takes the place
 * of the first. Where storage is blocked, the code counts on the page it came with.
 */
export function useReferralCode(ref: string | undefined): string | null {
  const [code, setCode] = useState(ref ?? null)
  useEffect(() => {
    try {
      if (ref) sessionStorage.setItem(storageKey, ref)
      setCode(ref ?? sessionStorage.getItem(storageKey))
    } catch (error) {
      console.error(error)
    }
  }, [ref])
  return code
}
