import { cliEnv } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { authOperator, billingOperator, eraseAccount, planIds } from '@duo/features/server'
import { Argument, Command } from 'commander'
import { validate } from 'uuid'
import { Refusal } from '../cli/failure.ts'
import { json, moment, table } from '../cli/output.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, type Consent, confirm, readWho, requireConsent, withDatabase } from '../cli/terminal.ts'
import { lines } from '../waitlist/show.ts'

const ABOUT = `Looks after people's accounts: who has one, on which plan, and that it goes when its owner wants that.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running.`

const MORE = `
Examples:
  npm run account -- show ana@example.com
  npm run account -- plan ana@example.com pro            asks first
  npm run account -- plan ana@example.com free --yes
  npm run account -- plan - pro --yes                    reads the address from standard input
  npm run account -- events ana@example.com              what happened to the account, newest first
  npm run account -- role ana@example.com operator       demands a second factor; asks first
  npm run account -- sign-out ana@example.com            signs out everywhere; asks first
  npm run account -- erase ana@example.com               shows whose it is
  npm run account -- erase ana@example.com --yes

Exit codes: 0 done, 1 failed or refused, 2 not understood.
`

/** The command line. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export function main(args: string[], world: CliIo = machine()): Promise<number> {
  const program = new Command('account')
    .usage('show|plan|role|events|sign-out|erase [options]')
    .description(ABOUT)
    .addHelpText('after', MORE)
  for (const command of [showCommand, planCommand, roleCommand, eventsCommand, signOutCommand, eraseCommand])
    program.addCommand(command(world))
  return runProgram(program, args, world)
}

const who = () => new Argument('<email>', 'e-mail address of the account; - for standard input')

const showCommand = (world: CliIo) =>
  new Command('show')
    .description('shows an account and its plan')
    .addArgument(who())
    .option('--json', 'one document')
    .action((email: string, { json: asJson }: { json?: boolean }) =>
      withDatabase(world, async ({ db }) => {
        const found = await find(world, db, email)
        const account = { ...found, role: await authOperator.findRole(db, found.id) }
        world.stdout.write(asJson ? json(account) : `${describe(account)}\n`)
      }),
    )

const planCommand = (world: CliIo) =>
  new Command('plan')
    .description('gives an account a plan, from now on; the person sees it on their next page')
    .addArgument(who())
    .addArgument(new Argument('<plan>', 'the plan').choices(planIds))
    .option('--dry-run', 'shows what would change and changes nothing')
    .option('--yes', 'does not ask')
    .action(async (email: string, plan: (typeof planIds)[number], options: Consent) => {
      requireConsent(world, options)
      await withDatabase(world, ({ db }) => changePlan(world, db, { email, plan, options }))
    })

const roleCommand = (world: CliIo) =>
  new Command('role')
    .summary('gives an account a role: person or operator')
    .description(
      'Gives an account a role, from now on. The account of an operator opens nothing but the page that adds a second factor until it ' +
        'has one, and cannot remove the last.',
    )
    .addArgument(who())
    .addArgument(new Argument('<role>', 'the role').choices(authOperator.roles))
    .option('--dry-run', 'shows what would change and changes nothing')
    .option('--yes', 'does not ask')
    .action(async (email: string, role: authOperator.Role, options: Consent) => {
      requireConsent(world, options)
      await withDatabase(world, async ({ db }) => {
        const account = await find(world, db, email)
        const before = await authOperator.findRole(db, account.id)
        if (before === role) return void world.stderr.write(`The account has the role ${role} already. Nothing was changed.\n`)
        if (options.dryRun)
          return void world.stderr.write(`Would change the role from ${before} to ${role}. Nothing was changed.\n`)
        if (!(await confirm(world, `Change the role of ${account.email} from ${before} to ${role}?`, options)))
          throw new Refusal('nothing was changed')
        if (!(await authOperator.updateRole(db, account.id, role))) throw new Refusal('the account has just been erased')
        world.stderr.write(`Changed the role from ${before} to ${role}.\n`)
      })
    })

/** More than an operator reads. */
const maxEvents = 1000

const eventsCommand = (world: CliIo) =>
  new Command('events')
    .summary('lists security events of the last 180 days')
    .description(
      'Lists sign-ins, refusals and changes of an account, newest first, at most 1,000. An address is a keyed hash of its block: equal ' +
        'ones are the same network. With the id of an erased account it says when that was.',
    )
    .argument('<who>', 'e-mail address or id of the account; - for standard input')
    .option('--json', 'one document')
    .action((who: string, { json: asJson }: { json?: boolean }) =>
      withDatabase(world, async ({ db }) => {
        const id = validate(who) ? who : (await find(world, db, who)).id
        const events = await authOperator.listAccountEvents(db, id, maxEvents)
        if (asJson) return void world.stdout.write(json(events))
        const rows = events.map(({ disputed_at, ...event }) => ({ ...event, disputed: disputed_at }))
        const columns = ['at', 'kind', 'times', 'device_id', 'address_hash', 'disputed', 'user_agent']
        world.stdout.write(rows.length === 0 ? 'No events.\n' : `${table(rows, columns)}\n`)
      }),
    )

const signOutCommand = (world: CliIo) =>
  new Command('sign-out')
    .summary('signs somebody out everywhere')
    .description(
      'Ends all sessions of an account and voids its recovery links and a pending change of address. The password stays.',
    )
    .addArgument(who())
    .option('--dry-run', 'shows whose it is and changes nothing')
    .option('--yes', 'does not ask')
    .action(async (email: string, options: Consent) => {
      requireConsent(world, options)
      await withDatabase(world, async ({ db }) => {
        const account = await find(world, db, email)
        if (options.dryRun) return void world.stderr.write(`Would sign ${account.email} out everywhere. Nothing was changed.\n`)
        if (!(await confirm(world, `Sign ${account.email} out everywhere?`, options))) throw new Refusal('nothing was changed')
        const ended = await authOperator.signOutUser(db, account.id)
        if (ended === null) throw new Refusal('the account has just been erased')
        world.stderr.write(`Ended ${ended} session${ended === 1 ? '' : 's'}.\n`)
      })
    })

const eraseCommand = (world: CliIo) =>
  new Command('erase')
    .summary('deletes an account')
    .description(
      'Deletes an account with its sessions, conversations and plan, the waitlist entry it has taken over and one under its confirmed ' +
        'address that no account has, as people can do from their account page, and mails the receipt. Without --yes it only shows whose it is.',
    )
    .addArgument(who())
    .option('--dry-run', 'shows whose it is and changes nothing; the default, and stronger than --yes')
    .option('--yes', 'erases')
    .action((email: string, { dryRun, yes }: Consent) =>
      withDatabase(world, async ({ db }) => {
        const account = await find(world, db, email)
        if (!yes || dryRun) {
          world.stdout.write(`${describe(account)}\n`)
          return void world.stderr.write('All of this account would go. Nothing was changed; --yes erases.\n')
        }
        if (!(await eraseAccount(db, account.id))) throw new Refusal('the account has just been erased')
        world.stderr.write(`Erased ${account.id}.\n`)
      }),
    )

type Db = Parameters<typeof billingOperator.findAccount>[0]
type Account = NonNullable<Awaited<ReturnType<typeof billingOperator.findAccount>>>

async function changePlan(
  world: CliIo,
  db: Db,
  { email, plan, options }: { email: string; plan: (typeof planIds)[number]; options: Consent },
) {
  const account = await find(world, db, email)
  if (account.plan === plan) return void world.stderr.write(`The account is on ${plan} already. Nothing was changed.\n`)
  if (options.dryRun)
    return void world.stderr.write(`Would move the account from ${account.plan} to ${plan}. Nothing was changed.\n`)
  if (!(await confirm(world, `Move ${account.email} from ${account.plan} to ${plan}?`, options)))
    throw new Refusal('nothing was changed')
  await billingOperator.changePlan(db, account.id, plan)
  world.stderr.write(`Moved the account from ${account.plan} to ${plan}.\n`)
}

async function find(world: CliIo, db: Db, typed: string): Promise<Account> {
  const account = await billingOperator.findAccount(db, await readWho(world, typed))
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

const machine = (): CliIo => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  open: () => openDatabase({ ...cliEnv(), applicationName: 'duo-account' }),
})
