import { reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { useState } from 'react'
import { actionErrorText } from './error-messages.ts'

/** Runs one call at a time. `message` is what the call returned, or the text of its failure. */
export function useAttempt(failed: () => string) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const run = async (call: () => Promise<string | null>) => {
    if (busy) return
    setBusy(true)
    setMessage(null)
    try {
      setMessage(await call())
    } catch (error) {
      console.error(error)
      reportMissingPart(error)
      setMessage(actionErrorText(error, failed()))
    }
    setBusy(false)
  }
  return { busy, message, setMessage, run }
}
