import { cliEnv } from '@duo/db/cli-env.ts'
import { openDatabase } from '@duo/db/open.ts'
import { billingOperator, eraseAccount, planIds } from '@duo/features/server'
import { Argument, Command } from 'commander'
import { Refusal } from './waitlist/failure.ts'
import { json, moment } from './waitlist/output.ts'
import { runProgram } from './waitlist/program.ts'
import { lines } from './waitlist/show.ts'
import { type Consent, confirm, readWho, requireConsent, type World, withDatabase } from './waitlist/terminal.ts'

const ABOUT = `Looks after people's accounts: who has one, on which plan, and that it goes when its owner wants that.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running.`

const MORE = `
Examples:
  npm run account -- show ana@example.com
  npm run account -- plan ana@example.com pro            asks first
  npm run account -- plan ana@example.com free --yes
  npm run account -- plan - pro --yes                    reads the address from standard input
  npm run account -- erase ana@example.com               shows whose it is
  npm run account -- erase ana@example.com --yes

Exit codes: 0 done, 1 failed or refused, 2 not understood.
`

/** The command line. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export function main(args: string[], world: World = machine()): Promise<number> {
  const program = new Command('account').usage('show|plan|erase [options]').description(ABOUT).addHelpText('after', MORE)
  for (const command of [showCommand, planCommand, eraseCommand]) program.addCommand(command(world))
  return runProgram(program, args, world)
}

const who = () => new Argument('<email>', 'e-mail address of the account; - for standard input')

const showCommand = (world: World) =>
  new Command('show')
    .description('shows an account and its plan')
    .addArgument(who())
    .option('--json', 'one document')
    .action((email: string, { json: asJson }: { json?: boolean }) =>
      withDatabase(world, async ({ db }) => {
        const account = await find(world, db, email)
        world.stdout.write(asJson ? json(account) : `${describe(account)}\n`)
      }),
    )

const planCommand = (world: World) =>
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

const eraseCommand = (world: World) =>
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
  world: World,
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

async function find(world: World, db: Db, typed: string): Promise<Account> {
  const account = await billingOperator.findAccount(db, await readWho(world, typed))
  if (!account) throw new Refusal('there is no account with this address')
  return account
}

const describe = ({ email, id, name, plan, createdAt, confirmedAt }: Account) =>
  lines({ email, id, name, plan, 'signed up': moment(createdAt), confirmed: confirmedAt ? moment(confirmedAt) : 'not yet' })

const machine = (): World => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  open: () => openDatabase({ ...cliEnv(), applicationName: 'duo-account' }),
})
