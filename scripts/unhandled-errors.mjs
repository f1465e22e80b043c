import { writeFileSync } from 'node:fs'

/** A reporter for Vitest: writes the errors that no test caught beside its JSON report, which has only those of tests. */
export default class UnhandledErrors {
  onInit({ config }) {
    this.file = `${config.outputFile}.errors`
  }

  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stacks }) => {
      const at = stacks?.[0]
      return `${name}: ${message}${at ? ` at ${at.file}:${at.line}` : ''}`
    })
    writeFileSync(this.file, JSON.stringify(texts))
  }
}
