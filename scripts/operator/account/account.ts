import * as accountOperator from '@duo/features/account/server/admin.ts'
import { eraseUser } from '@duo/features/account/server/data/erase-account.ts'
import { listEvents } from '@duo/features/auth/server/events/event-queries.ts'
import { findRole } from '@duo/features/auth/server/users/role-queries.ts'
import { planIds } from '@duo/features/billing/rules.ts'
import * as billingOperator from '@duo/features/billing/server/change-plan.ts'
import { accountHooks } from '@duo/features/server'
import { Argument, Command } from 'commander'
import { validate } from 'uuid'
import { Refusal } from '../cli/failure.ts'
import { json, moment, table } from '../cli/output.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, type Consent, confirm, machine, readArgumentOrStdin, requireConsent, withDatabase } from '../cli/terminal.ts'
import { lines } from '../waitlist/show.ts'

const ABOUT = `Manages accounts: shows them, changes plans and roles, signs users out and erases accounts.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running.`

const MORE = `
Examples:
  npm run account -- show ana@example.com
  npm run account -- plan ana@example.com pro            asks first
  npm run account -- plan ana@example.com free --yes
  npm run account -- plan - pro --yes                    reads the address from standard input
  npm run account -- events ana@example.com              what happened to the account, newest first
  npm run account -- role ana@example.com operator       requires a second factor; asks first
  npm run account -- sign-out ana@example.com            signs out everywhere; asks first
  npm run account -- erase ana@example.com               shows the account
  npm run account -- erase ana@example.com --yes

Exit codes: 0 done, 1 failed or refused, 2 invalid arguments.
`

/** Runs the command. Resolves to the exit code: 0 done, 1 failed, 2 invalid arguments. */
export function main(args: string[], io: CliIo = machine('account')): Promise<number> {
  const program = new Command('account')
    .usage('show|plan|role|events|sign-out|erase [options]')
    .description(ABOUT)
    .addHelpText('after', MORE)
  for (const command of [showCommand, planCommand, roleCommand, eventsCommand, signOutCommand, eraseCommand])
    program.addCommand(command(io))
  return runProgram(program, args, io)
}

const emailArgument = () => new Argument('<email>', 'e-mail address of the account; - for standard input')

const showCommand = (io: CliIo) =>
  new Command('show')
    .description('shows an account and its plan')
    .addArgument(emailArgument())
    .option('--json', 'prints JSON')
    .action((email: string, { json: asJson }: { json?: boolean }) =>
      withDatabase(io, async ({ db }) => {
        const found = await find(io, db, email)
        const account = { ...found, role: await findRole(db, found.id) }
        io.stdout.write(asJson ? json(account) : `${describe(account)}\n`)
      }),
    )

const planCommand = (io: CliIo) =>
  new Command('plan')
    .description('changes the plan of an account; the user sees it on the next page')
    .addArgument(emailArgument())
    .addArgument(new Argument('<plan>', 'the plan').choices(planIds))
    .option('--dry-run', 'shows what would change and changes nothing')
    .option('--yes', 'skips the confirmation')
    .action(async (email: string, plan: (typeof planIds)[number], options: Consent) => {
      requireConsent(io, options)
      await withDatabase(io, ({ db }) => changePlan(io, db, { email, plan, options }))
    })

const roleCommand = (io: CliIo) =>
  new Command('role')
    .summary('changes the role of an account: person or operator')
    .description(
      'Changes the role of an account. Until an operator has a second factor, the account only opens the page that adds one. ' +
        'The last factor cannot be removed.',
    )
    .addArgument(emailArgument())
    .addArgument(new Argument('<role>', 'the role').choices(accountOperator.roles))
    .option('--dry-run', 'shows what would change and changes nothing')
    .option('--yes', 'skips the confirmation')
    .action(async (email: string, role: accountOperator.Role, options: Consent) => {
      requireConsent(io, options)
      await withDatabase(io, async ({ db }) => {
        const account = await find(io, db, email)
        const before = await findRole(db, account.id)
        if (before === role) return void io.stderr.write(`The account has the role ${role} already. Nothing was changed.\n`)
        if (options.dryRun) return void io.stderr.write(`Would change the role from ${before} to ${role}. Nothing was changed.\n`)
        if (!(await confirm(io, `Change the role of ${account.email} from ${before} to ${role}?`, options)))
          throw new Refusal('nothing was changed')
        if (!(await accountOperator.updateRole(db, account.id, role))) throw new Refusal('the account has just been erased')
        io.stderr.write(`Changed the role from ${before} to ${role}.\n`)
      })
    })

const maxEvents = 1000

const eventsCommand = (io: CliIo) =>
  new Command('events')
    .summary('lists security events of the last 180 days')
    .description(
      'Lists sign-ins, failed attempts and changes of an account, newest first, at most 1,000. Addresses are keyed hashes: ' +
        'equal hashes are the same network. With the id of an erased account, shows when it was erased.',
    )
    .argument('<who>', 'e-mail address or id of the account; - for standard input')
    .option('--json', 'prints JSON')
    .action((who: string, { json: asJson }: { json?: boolean }) =>
      withDatabase(io, async ({ db }) => {
        const id = validate(who) ? who : (await find(io, db, who)).id
        const events = await listEvents(db, id, maxEvents)
        if (asJson) return void io.stdout.write(json(events))
        const rows = events.map(({ disputed_at, ...event }) => ({ ...event, disputed: disputed_at }))
        const columns = ['at', 'kind', 'times', 'device_id', 'address_hash', 'disputed', 'user_agent']
        io.stdout.write(rows.length === 0 ? 'No events.\n' : `${table(rows, columns)}\n`)
      }),
    )

const signOutCommand = (io: CliIo) =>
  new Command('sign-out')
    .summary('signs a user out everywhere')
    .description(
      'Ends all sessions of an account and voids its recovery links and a pending change of address. The password stays.',
    )
    .addArgument(emailArgument())
    .option('--dry-run', 'shows the account and changes nothing')
    .option('--yes', 'skips the confirmation')
    .action(async (email: string, options: Consent) => {
      requireConsent(io, options)
      await withDatabase(io, async ({ db }) => {
        const account = await find(io, db, email)
        if (options.dryRun) return void io.stderr.write(`Would sign ${account.email} out everywhere. Nothing was changed.\n`)
        if (!(await confirm(io, `Sign ${account.email} out everywhere?`, options))) throw new Refusal('nothing was changed')
        const ended = await accountOperator.signOutUser({ db, accountHooks }, account.id)
        if (ended === null) throw new Refusal('the account has just been erased')
        io.stderr.write(`Ended ${ended} session${ended === 1 ? '' : 's'}.\n`)
      })
    })

const eraseCommand = (io: CliIo) =>
  new Command('erase')
    .summary('deletes an account')
    .description(
      'Deletes an account with its sessions, conversations and plan, and the waitlist entries that it has claimed or could ' +
        'claim, as users can do on their account page. Mails a receipt. Without --yes it only shows the account.',
    )
    .addArgument(emailArgument())
    .option('--dry-run', 'shows the account and changes nothing; the default, overrides --yes')
    .option('--yes', 'erases')
    .action((email: string, { dryRun, yes }: Consent) =>
      withDatabase(io, async ({ db }) => {
        const account = await find(io, db, email)
        if (!yes || dryRun) {
          io.stdout.write(`${describe(account)}\n`)
          return void io.stderr.write('This account would be erased with all its data. Nothing was changed; --yes erases it.\n')
        }
        if (!(await eraseUser({ db, accountHooks }, account.id))) throw new Refusal('the account has just been erased')
        io.stderr.write(`Erased ${account.id}.\n`)
      }),
    )

type Db = Parameters<typeof billingOperator.findAccount>[0]
type Account = NonNullable<Awaited<ReturnType<typeof billingOperator.findAccount>>>

async function changePlan(
  io: CliIo,
  db: Db,
  { email, plan, options }: { email: string; plan: (typeof planIds)[number]; options: Consent },
) {
  const account = await find(io, db, email)
  if (account.plan === plan) return void io.stderr.write(`The account is on ${plan} already. Nothing was changed.\n`)
  if (options.dryRun)
    return void io.stderr.write(`Would move the account from ${account.plan} to ${plan}. Nothing was changed.\n`)
  if (!(await confirm(io, `Move ${account.email} from ${account.plan} to ${plan}?`, options)))
    throw new Refusal('nothing was changed')
  await billingOperator.changePlan(db, account.id, plan)
  io.stderr.write(`Moved the account from ${account.plan} to ${plan}.\n`)
}

async function find(io: CliIo, db: Db, typed: string): Promise<Account> {
  const account = await billingOperator.findAccount(db, await readArgumentOrStdin(io, typed))
  if (!account) throw new Refusal('there is no account with this address')
  return account
}

const describe = ({ email, id, name, plan, role, createdAt, confirmedAt }: Account & { role?: string }) =>
  lines({
    email,
    id,
    name,
    plan,
    ...(role !== undefined && { role }),
    'signed up': moment(createdAt),
    confirmed: confirmedAt ? moment(confirmedAt) : 'not yet',
  })
