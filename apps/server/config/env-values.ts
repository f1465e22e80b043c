import { z } from 'zod'

/** An address with one of the protocols and a host. */
export const address = (protocols: string[], fault: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).hostname !== '',
      fault,
    )

/** An http(s) address without a path, as its origin. */
export const publicOrigin = address(['http:', 'https:'], 'must be an http(s) address')
  .refine((value) => !URL.canParse(value) || new URL(value).pathname === '/', 'must not have a path')
  .transform((value) => new URL(value).origin)

/** A whole number within bounds. */
export const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`)

/** The answers that the spreadsheet form takes, each by a field of its own. */
const formFields = z
  .strictObject({
    userTypes: z.string().min(1),
    niches: z.string().min(1),
    agentTypes: z.string().min(1),
    description: z.string().min(1),
    email: z.string().min(1),
    ip: z.string().min(1),
  })
  .refine((fields) => new Set(Object.values(fields)).size === Object.keys(fields).length)

/** Settings are text: the map of fields is written as JSON. */
export const formFieldMap = z.string().transform((text, ctx) => {
  const { data } = formFields.safeParse(jsonOf(text))
  if (data) return data
  ctx.addIssue({
    code: 'custom',
    message: 'must be JSON that gives userTypes, niches, agentTypes, description, email and ip a form field each',
  })
  return z.NEVER
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A share from 0 to 1. */
export const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d+|1\.0+)$/, 'must be a number from 0 to 1')
  .transform(Number)

/** Headers as OpenTelemetry writes them: `name=value` with commas between, values percent-encoded. */
export const headerList = z
  .string()
  .default('')
  .transform((text, ctx) => {
    const pairs = text.split(',').filter(Boolean)
    const headers = pairs.flatMap((pair) => {
      const [, name, value = ''] = /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      const decoded = decode(value)
      return name === undefined || decoded === undefined ? [] : [[name, decoded] as const]
    })
    if (headers.length === pairs.length) return Object.fromEntries(headers)
    ctx.addIssue({ code: 'custom', message: 'must be name=value, with commas between several and percent-encoded values' })
    return z.NEVER
  })

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** Whether only this machine can connect to what listens on a host. */
export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
