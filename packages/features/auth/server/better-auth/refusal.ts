import type { z } from 'zod'

/** A refusal in better-auth's format, which programs read: its code in capitals, and a sentence. */
export function refusal(code: string, status = 400): Response {
  const message = code.slice(0, 1).toUpperCase() + code.slice(1).replaceAll('_', ' ')
  return Response.json({ code: code.toUpperCase(), message }, { status })
}

/** Names the first problem of an input. */
export function inputRefusal({ issues }: z.ZodError): Response {
  const code = issues[0]?.message ?? ''
  return refusal(/^[a-z_]+$/.test(code) && code !== 'invalid' ? code : 'validation_error')
}
