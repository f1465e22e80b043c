type Close = () => Promise<unknown>

/** Ends one after the other, all of them: what fails is thrown once the rest is done. */
export async function closeInOrder(ends: Iterable<Close>): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends) await end().catch((error: unknown) => failures.push(error))
  throwAll(failures)
}

/** The same with all at once. */
export async function closeAll(ends: readonly Close[]): Promise<void> {
  const results = await Promise.allSettled(ends.map((end) => end()))
  throwAll(results.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])))
}

function throwAll(failures: unknown[]) {
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures)
}

/** The same end with a time limit, ms: rejects when it is not done by then, and whatever it waits for is left behind. */
export const closeWithin =
  (limit: number, name: string, end: Close): Close =>
  async () => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} did not stop within ${limit / 1000} s`)), limit)
    })
    await Promise.race([end(), timeout]).finally(() => clearTimeout(timer))
  }
