import { Client } from 'pg'

/** Runs work on a connection of its own, outside of the pools. */
export async function withClient<T>(url: string, applicationName: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: applicationName, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
