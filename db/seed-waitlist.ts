import { makeSignup } from './factories.ts'
import { type Db, inTransaction } from './index.ts'

export async function seedWaitlist(db: Db, count: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < count; i++) await makeSignup(tx, { language: i % 2 === 0 ? 'en' : 'pt' })
  })
}
