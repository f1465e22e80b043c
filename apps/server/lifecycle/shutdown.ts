type Close = () => Promise<unknown>

/** Closes one by one. An error does not stop the others; it is thrown at the end. */
export async function closeInOrder(ends: Iterable<Close>): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends) await end().catch((error: unknown) => failures.push(error))
  throwAll(failures)
}

export async function closeAll(ends: readonly Close[]): Promise<void> {
  const results = await Promise.allSettled(ends.map((end) => end()))
  throwAll(results.filter((end) => end.status === 'rejected').map((end): unknown => end.reason))
}

function throwAll(failures: unknown[]) {
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures)
}

/** Limits a close to `limit` ms, then rejects and abandons it. */
export const closeWithin =
  (limit: number, name: string, end: Close): Close =>
  async () => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} did not stop within ${limit / 1000} s`)), limit)
    })
    await Promise.race([end(), timeout]).finally(() => clearTimeout(timer))
  }
