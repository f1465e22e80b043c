type End = () => Promise<unknown>

/** Ends one after the other, all of them: what fails is thrown once the rest is done. */
export async function endInTurn(ends: Iterable<End>): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends) await end().catch((error: unknown) => failures.push(error))
  throwAll(failures)
}

/** The same with all at once. */
export async function endTogether(ends: readonly End[]): Promise<void> {
  const ended = await Promise.allSettled(ends.map((end) => end()))
  throwAll(ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])))
}

function throwAll(failures: unknown[]) {
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures)
}
