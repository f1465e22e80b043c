import { connect } from '@duo/db/index.ts'
import { makeGlobalSetup } from '@duo/db/test-global-setup.ts'
import { migrateJobs } from '../server/jobs.ts'

/** The database lane's template: our migrations plus the job queue's own schema. */
export default makeGlobalSetup(async (_db, url) => {
  const { pool, close } = connect({
    url,
    onError: (error) => {
      throw error
    },
  })
  await migrateJobs(pool)
  await close()
})
