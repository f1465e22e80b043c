import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { describeCatalogue } from '../test-server/catalogue.ts'
import { emptyDatabase } from '../testing.ts'
import { migrations } from './index.ts'

// The file was written from a database of the 38 migrations that the baseline replaced. `-u` writes it again, which only a new version
// of the job library may need: then a migration must bring existing databases to the same schema
test('the baseline creates the schema of the migrations that it replaced', async () => {
  const { db, pool } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up', Object.fromEntries(Object.entries(migrations).slice(0, 1)))
  await expect(await describeCatalogue(pool)).toMatchFileSnapshot('./0001-baseline.catalogue.txt')
})
