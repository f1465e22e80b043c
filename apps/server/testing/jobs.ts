import { randomUUID } from 'node:crypto'

/**
 * Joins the waitlist `count` times with different people and networks. Resolves to the acknowledged addresses, each of which is
 * owed a welcome mail.
 */
export async function joinMany(url: string, count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const email = `${randomUUID()}@example.com`
      const response = await fetch(`${url}/api/trpc/waitlist.join`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${(i % 250) + 1}` },
        body: JSON.stringify({ email, language: 'en', invitedByCode: null }),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null)
      return response?.ok ? email : null
    }),
  )
  return answers.filter((email) => email !== null)
}
