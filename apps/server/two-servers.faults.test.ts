import { expect, test } from 'vitest'
import { newDataDir } from '@duo/platform/testing/built-server.ts'
import { startTwoServers } from '@duo/platform/testing/two-servers.ts'
import { onlySettings } from './env.ts'
test('starts', async () => {
  const t = Date.now()
  const site = await startTwoServers({ dataDir: newDataDir(), environment: onlySettings, pooled: true })
  console.log(Date.now() - t, site.url, site.urls)
  for (let i = 0; i < 4; i++) console.log((await fetch(`${site.url}/ready`)).status, (await fetch(`${site.url}/dev/mail`)).status, (await fetch(`${site.urls[0]}/dev/mail`)).status)
  console.log(site.servers.map((s) => s.output()))
  await site.close()
  console.log(Date.now() - t)
})
