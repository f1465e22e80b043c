// Reads the JSON reports of Vitest and Playwright for the end of npm test.

/** Returns the failed tests and why, in a few lines each, because readers see the end of a long log first. */
export function failuresOf({ testResults, suites }) {
  if (!testResults)
    return journeysOf({ suites })
      .filter(({ status }) => status === 'unexpected')
      .map(({ where, results }) => ({ where, why: results.find(({ error }) => error)?.error.message ?? '' }))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ where: name, why: message ?? '' }] : []
    return failed.map(({ fullName, failureMessages }) => ({ where: `${name}: ${fullName}`, why: failureMessages[0] ?? '' }))
  })
}

/** Returns each test with its seconds. */
export function secondsOf(report, lane) {
  if (!report.testResults)
    return journeysOf(report).map(({ where, results }) => ({
      where: `${lane}: ${where}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    }))
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      where: `${lane}: ${name.split('/').at(-1)}: ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  )
}

/** Returns a line for each skipped test: the reason of a journey; Vitest reports none, so the file says it. */
export function skippedOf(report, lane) {
  if (!report.testResults)
    return journeysOf(report)
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => `${lane}: ${annotations.find(({ type }) => type === 'skip')?.description ?? 'without a reason'}`)
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['pending', 'skipped'].includes(status))
      .map(() => `${lane}: ${name.split('/').at(-1)}`),
  )
}

function journeysOf({ suites }) {
  return (suites ?? []).flatMap((suite) => [
    ...journeysOf(suite),
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, ...test }) => ({ ...test, where: `${file}: ${title} (${projectName})` })),
    ),
  ])
}
