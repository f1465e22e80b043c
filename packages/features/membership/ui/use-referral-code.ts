import { useEffect, useState } from 'react'

const storageKey = 'duo.ref'

/** Keeps the latest `?ref=` code for this tab (spec); with blocked storage, for this page only. */
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
