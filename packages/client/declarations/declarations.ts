import type { AnyProcedure } from '@trpc/server'
import ts from 'typescript-6'
import { typeText } from './json-schema.ts'
import type { ContractSchemas } from './router-types.ts'

type Kind = AnyProcedure['_def']['type']

const procedureTypes: Record<Kind, string> = {
  query: 'TRPCQueryProcedure',
  mutation: 'TRPCMutationProcedure',
  subscription: 'TRPCSubscriptionProcedure',
}

/** Writes the package's only declaration file: index.ts, and the router as inputs and outputs. */
export function indexDeclarations(source: string, { procedures }: ContractSchemas, kinds: Record<string, Kind>): string {
  const { outputText } = ts.transpileDeclaration(source, { compilerOptions: { target: ts.ScriptTarget.ESNext } })
  const index = ts.createSourceFile('index.d.ts', outputText, ts.ScriptTarget.ESNext)
  const isContract = (node: ts.Statement) =>
    ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && node.moduleSpecifier.text === './contract.ts'
  const statements = index.statements.filter((node) => !isContract(node)).map((node) => node.getFullText(index).trim())
  const features = Object.groupBy(Object.entries(procedures), ([path]) => path.split('.')[0] ?? '')
  const record = Object.entries(features).map(([feature, members = []]) => {
    const lines = members.map(([path, { input, output, isTracked }]) => {
      const kind = kinds[path]
      if (!kind) throw new Error(`${path} is not a procedure of the router`)
      const answer = typeText(output)
      const event = isTracked ? `{ id: string; data: ${answer} }` : answer
      const result = kind === 'subscription' ? `AsyncIterable<${event}, void, unknown>` : answer
      const types = `{ input: ${input ? typeText(input) : 'void'}; output: ${result}; meta: unknown }`
      return `    ${path.split('.')[1]}: ${procedureTypes[kind]}<${types}>`
    })
    return `  ${feature}: {\n${lines.join('\n')}\n  }`
  })
  return `import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure, TRPCSubscriptionProcedure } from '@trpc/server'
${statements.join('\n')}
/** Every failed call: \`appCode\` says why, \`fields\` which inputs are wrong. */
export interface DuoErrorShape { message: string; code: number; data: { code: string; httpStatus: number; path?: string; appCode: string; fields?: Record<string, string>; retryAfterSeconds?: number } }
export type DuoRouter = TRPCBuiltRouter<{ ctx: object; meta: object; errorShape: DuoErrorShape; transformer: false }, {
${record.join('\n')}
}>
`
}

export function schemaDeclarations({ forms }: ContractSchemas): string {
  const lines = Object.entries(forms).map(
    ([name, { input, output }]) => `export declare const ${name}: z.ZodType<${typeText(output)}, ${typeText(input)}>`,
  )
  return `import type { z } from 'zod'\n${lines.join('\n')}\n`
}
