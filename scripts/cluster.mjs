// npm run cluster: three etcd, three Patroni with Postgres, haproxy and two servers on this machine, to try a failover by hand.
import { build, fail, install, startNode } from './setup.mjs'

await install()
if (!(await build())) process.exit(1)
// a terminal sends Ctrl-C to the program too, which cleans up; we only wait for its end
process.on('SIGINT', () => {})
process.exit(await startNode(['scripts/cluster/main.ts']).catch((error) => fail(error.message)))
