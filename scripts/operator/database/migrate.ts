import { runMigrateCommand } from '@duo/db/cli/migrate-command.ts'
import { migrate } from '@duo/db/migrate.ts'

process.exitCode = await runMigrateCommand(process.argv.slice(2), migrate)
