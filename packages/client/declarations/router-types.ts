import { join } from 'node:path'
import ts from 'typescript-6'
import type { JsonSchema } from './json-schema.ts'
import { schemaOfType, typeArgumentsOf } from './type-schema.ts'

interface ProcedureSchemas {
  input: JsonSchema | null
  /** For a subscription, the type of one event. */
  output: JsonSchema
  /** The events are `{ id, data }`, so that a subscription can be resumed. */
  isTracked: boolean
}

export interface ContractSchemas {
  /** By procedure, such as `waitlist.join`. The input is null when there is none. */
  procedures: Record<string, ProcedureSchemas>
  forms: Record<string, { input: JsonSchema; output: JsonSchema }>
}

/** Evaluates the types of contract.ts with TypeScript 6: version 7 has no programmatic API. */
export function readContract(root: string): ContractSchemas {
  const file = join(root, 'packages/client/contract.ts')
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [file] }, ts.sys, root)
  const program = ts.createProgram([file], { ...options, types: ['node'] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const contract = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Contract')
  if (!contract) throw new Error('contract.ts has no Contract')
  const parts = membersOf(checker, checker.getDeclaredTypeOfSymbol(contract))
  const part = (name: string) => membersOf(checker, memberOf(parts, name))
  const [inputs, outputs] = [part('inputs'), part('outputs')]
  const procedures = Object.entries(outputs).flatMap(([feature, answers]) => {
    const questions = membersOf(checker, memberOf(inputs, feature))
    return Object.entries(membersOf(checker, answers)).map(([name, answer]) => {
      const [path, question] = [`${feature}.${name}`, memberOf(questions, name)]
      const hasInput = !(question.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined))
      const { type, isTracked } = outputOf(checker, answer)
      const input = hasInput ? schemaOfType(checker, question, path) : null
      return [path, { input, output: schemaOfType(checker, type, path), isTracked }] as const
    })
  })
  const [formInputs, formOutputs] = [part('formInputs'), part('formOutputs')]
  const forms = Object.entries(formInputs).map(([name, input]) => {
    const output = memberOf(formOutputs, name)
    return [name, { input: schemaOfType(checker, input, name), output: schemaOfType(checker, output, name) }] as const
  })
  return { procedures: Object.fromEntries(procedures.toSorted(byName)), forms: Object.fromEntries(forms) }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

const membersOf = (checker: ts.TypeChecker, type: ts.Type): Record<string, ts.Type> =>
  Object.fromEntries(checker.getPropertiesOfType(type).map((symbol) => [symbol.name, checker.getTypeOfSymbol(symbol)]))

function memberOf(members: Record<string, ts.Type>, name: string): ts.Type {
  const type = members[name]
  if (!type) throw new Error(`contract.ts has no ${name}`)
  return type
}

function outputOf(checker: ts.TypeChecker, type: ts.Type): { type: ts.Type; isTracked: boolean } {
  const isStream = ['AsyncGenerator', 'AsyncIterable', 'AsyncIterableIterator'].includes(type.symbol?.name ?? '')
  if (!isStream) return { type, isTracked: false }
  const [event] = typeArgumentsOf(checker, type)
  if (!event) throw new Error(`the events of ${checker.typeToString(type)} have no type`)
  const data = checker.getPropertyOfType(event, 'data')
  return { type: data ? checker.getTypeOfSymbol(data) : event, isTracked: data !== undefined }
}
