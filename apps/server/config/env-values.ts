import { namesSeveralHosts, oneHost } from '@duo/db/cli/hosts.ts'
import { z } from 'zod'

export const address = (protocols: string[], fault: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).hostname !== '',
      fault,
    )

export const matching = (pattern: RegExp, fault: string) => z.string().regex(pattern, fault)

export const postgresAddress = z
  .string()
  .refine((value) => !namesSeveralHosts(value), { error: oneHost, abort: true })
  .pipe(address(['postgres:', 'postgresql:'], 'must be a Postgres address'))

export const webAddress = address(['http:', 'https:'], 'must be an http(s) address')

export const onOrOff = z.enum(['on', 'off'], 'must be on or off')

export const longSecret = z.string().min(32, 'must have at least 32 characters')

/** An http(s) URL without a path, reduced to its origin. */
export const publicOrigin = webAddress
  .refine((value) => !URL.canParse(value) || new URL(value).pathname === '/', 'must not have a path')
  .transform((value) => new URL(value).origin)

export const count = (min: number, max: number) =>
  matching(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`)

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

export const share = matching(/^(?:0|1|0?\.\d+|1\.0+)$/, 'must be a number from 0 to 1').transform(Number)

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

export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
