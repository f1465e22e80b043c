import { join } from 'node:path'
import ts from 'typescript-6'
import type { JsonSchema } from './json-schema.ts'
import { schemaOfType } from './type-schema.ts'

export interface ContractSchemas {
  /** By procedure, such as `waitlist.join`. The input is null when there is none. */
  procedures: Record<string, { input: JsonSchema | null; output: JsonSchema }>
  forms: Record<string, { input: JsonSchema; output: JsonSchema }>
}

/** Evaluates the types of contract.ts with TypeScript 6: version 7 has no interface for programs. */
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
  const part = (name: string) => membersOf(checker, parts[name] as ts.Type)
  const [inputs, outputs] = [part('inputs'), part('outputs')]
  const procedures = Object.entries(outputs).flatMap(([feature, answers]) => {
    const questions = membersOf(checker, inputs[feature] as ts.Type)
    return Object.entries(membersOf(checker, answers)).map(([name, answer]) => {
      const [path, question] = [`${feature}.${name}`, questions[name] as ts.Type]
      const hasInput = !(question.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined))
      return [
        path,
        {
          input: hasInput ? schemaOfType(checker, question, path) : null,
          output: schemaOfType(checker, eventOf(checker, answer) ?? answer, path),
        },
      ] as const
    })
  })
  const [formInputs, formOutputs] = [part('formInputs'), part('formOutputs')]
  const forms = Object.entries(formInputs).map(([name, input]) => {
    const output = formOutputs[name] as ts.Type
    return [name, { input: schemaOfType(checker, input, name), output: schemaOfType(checker, output, name) }] as const
  })
  return { procedures: Object.fromEntries(procedures.toSorted(byName)), forms: Object.fromEntries(forms) }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

const membersOf = (checker: ts.TypeChecker, type: ts.Type): Record<string, ts.Type> =>
  Object.fromEntries(checker.getPropertiesOfType(type).map((symbol) => [symbol.name, checker.getTypeOfSymbol(symbol)]))

/** Returns the type of a subscription's events; null for other procedures. */
function eventOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | null {
  const isStream = ['AsyncGenerator', 'AsyncIterable', 'AsyncIterableIterator'].includes(type.symbol?.name ?? '')
  if (!isStream) return null
  const [tracked] = checker.getTypeArguments(type as ts.TypeReference)
  const data = tracked && checker.getPropertyOfType(tracked, 'data')
  if (!data) throw new Error(`the events of ${checker.typeToString(type)} have no data`)
  return checker.getTypeOfSymbol(data)
}
