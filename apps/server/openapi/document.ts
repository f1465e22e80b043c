import { procedures } from '@duo/features/server'
import type { ProcedureMeta } from '@duo/platform/server/trpc.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import type { AnyProcedure } from '@trpc/server'
import { z } from 'zod'
import { withNullableTypes } from './nullable.ts'
import outputs from './outputs.json' with { type: 'json' }
import { description, summaries } from './texts.ts'
import { withUnionFields } from './union-fields.ts'

/** Increase the minor number for an addition, the major one for a break (docs/api.md). */
export const apiVersion = '1.2.0'

type Schema = Record<string, unknown>
interface OpenProcedure {
  path: string
  kind: AnyProcedure['_def']['type']
  meta: ProcedureMeta
  input: z.ZodType | null
}

/** Procedures that an anonymous caller or an API key may call. */
export function openProcedures(): OpenProcedure[] {
  return Object.entries(procedures)
    .map(([path, { _def }]) => {
      const [input = null] = (_def as unknown as { inputs: z.ZodType[] }).inputs
      return { path, kind: _def.type, meta: _def.meta ?? {}, input }
    })
    .filter(({ meta }) => !meta.needsUser || meta.keys !== undefined)
}

const outputSchemas: Record<string, Schema> = outputs
const outputOf = (path: string) => outputSchemas[path] ?? {}

function inputSchema(input: z.ZodType | null): Schema | null {
  if (input === null) return null
  const { $schema: _dialect, '~standard': _methods, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema
}

const json = (schema: Schema) => ({ 'application/json': { schema } })

const streamText = `Server-sent events. The data of an event without a name is described here; an event \`return\` ends the stream, and one named
\`serialized-error\` breaks it off. Where events have an id, it is the \`lastEventId\` to go on from.`

const errorResponse = { $ref: '#/components/responses/Error' }

/** Generated clients name their types after these, such as `WaitlistJoinInput`. */
const schemaName = (path: string, part: 'Input' | 'Answer' | 'Event') =>
  `${path.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}${part}`

function schemasOf({ path, kind, input }: OpenProcedure) {
  const [inputName, outputName] = [schemaName(path, 'Input'), schemaName(path, kind === 'subscription' ? 'Event' : 'Answer')]
  const schema = inputSchema(input)
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  return {
    named: withNullableTypes<Record<string, Schema>>({
      ...(schema && { [inputName]: schema }),
      ...withUnionFields(outputName, outputOf(path)),
    }),
    input: schema && reference(inputName),
    output: reference(outputName),
  }
}

function operation(procedure: OpenProcedure) {
  const { path, kind, meta } = procedure
  const { input, output } = schemasOf(procedure)
  const [tag = ''] = path.split('.')
  const { keys } = meta
  return {
    operationId: path.replace('.', '_'),
    tags: [tag],
    summary: summaries[path] ?? path,
    security: [...(meta.needsUser ? [] : [{}]), ...(keys ? [{ apiKey: keys === 'any' ? [] : [...keys] }] : []), { session: [] }],
    ...(input && { requestBody: { required: true, content: json(input) } }),
    responses: {
      200:
        kind === 'subscription'
          ? { description: streamText, content: { 'text/event-stream': { schema: output } } }
          : {
              description: 'The answer, or a refusal in its `error`',
              content: json({
                type: 'object',
                required: ['result'],
                properties: { result: { type: 'object', required: ['data'], properties: { data: output } } },
              }),
            },
      400: errorResponse,
      ...(meta.needsUser && { 401: errorResponse }),
      403: errorResponse,
      404: errorResponse,
      429: errorResponse,
      default: errorResponse,
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'code', 'data'],
      properties: {
        message: { type: 'string' },
        code: { type: 'integer', description: 'The JSON-RPC code of tRPC' },
        data: {
          type: 'object',
          required: ['appCode', 'httpStatus'],
          properties: {
            appCode: { type: 'string', enum: Object.keys(errorStatus) },
            httpStatus: { type: 'integer' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            retryAfterSeconds: { type: 'integer' },
          },
        },
      },
    },
  },
}

/** Describes the calls as POST requests of tRPC. Browsers also read a conversation's stream by GET. */
export function openApiDocument(publicUrl: string) {
  const procedures = openProcedures()
  const paths = procedures.map((procedure) => [`/api/trpc/${procedure.path}`, { post: operation(procedure) }] as const)
  return {
    openapi: '3.1.0',
    info: { title: 'Duo', version: apiVersion, description, license: { name: 'Proprietary', identifier: 'LicenseRef-Duo' } },
    servers: [{ url: publicUrl }],
    tags: [...new Set(procedures.map(({ path }) => path.split('.')[0]))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the account page: `duo_…`' },
        session: { type: 'http', scheme: 'bearer', description: 'The token in `set-auth-token` of `/api/auth/sign-in/email`' },
      },
      responses: {
        Error: { description: 'The call failed; `appCode` says why', content: json({ $ref: '#/components/schemas/Error' }) },
      },
      schemas: Object.assign(
        { Error: errorSchema as Schema },
        ...procedures.map((procedure) => schemasOf(procedure).named),
      ) as Record<string, Schema>,
    },
  }
}
