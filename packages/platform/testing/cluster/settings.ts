import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from './network.ts'
import { programs } from './packages.mjs'

const templates = join(import.meta.dirname, '../../../../deploy/cluster')

/** Fills in a template of deploy/cluster as envsubst does. */
export function fillIn(template: string, values: Record<string, string>): string {
  return readFileSync(join(templates, template), 'utf8').replaceAll(/\$\{([A-Z_0-9]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template} needs ${name}`)
    return value
  })
}

const newPassword = () => randomBytes(12).toString('hex')

/** Writes the files of three nodes and of haproxy below `folder`. */
export function writeSettings(folder: string, { places, range }: Network, port: number) {
  const certificate = join(folder, 'cluster.crt')
  const key = join(folder, 'cluster.key')
  makeCertificate({ certificate, key, addresses: ['127.0.0.1', ...places.map(({ address }) => address)] })
  const postgres = process.getuid?.() === 0 ? ownerOf('postgres') : null
  const own = (path: string, mode: number) => {
    chmodSync(path, mode)
    if (postgres) chownSync(path, postgres.uid, postgres.gid)
  }
  own(key, 0o600)
  const shared = {
    NETWORK: range,
    CERTIFICATE: certificate,
    KEY: key,
    ETCD_HOSTS: places.map(({ address }) => `${address}:2379`).join(','),
    ETCD_CLUSTER: places.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
    REST_PASSWORD: newPassword(),
    POSTGRES_PASSWORD: newPassword(),
    REPLICATION_PASSWORD: newPassword(),
  }
  for (const { name, address } of places) {
    const node = join(folder, name)
    mkdirSync(join(node, 'etcd'), { recursive: true })
    for (const path of [node, join(node, 'etcd')]) own(path, 0o700)
    for (const file of ['etcd.yml', 'patroni.yml']) {
      writeFileSync(join(node, file), fillIn(file, { ...shared, NODE: name, ADDRESS: address, DATA: node }))
      own(join(node, file), 0o600)
    }
  }
  const numbered = places.flatMap(({ name, address }, i) => [
    [`NODE_${i + 1}`, name],
    [`ADDRESS_${i + 1}`, address],
  ])
  const haproxy = join(folder, 'haproxy-postgres.cfg')
  writeFileSync(haproxy, fillIn('haproxy-postgres.cfg', { ...Object.fromEntries(numbered), POSTGRES_PORT: String(port) }))
  return { certificate, haproxy, password: shared.POSTGRES_PASSWORD }
}

/** Self-signed, for all addresses of the cluster: what README.md tells an operator without a certificate authority. */
function makeCertificate({ certificate, key, addresses }: { certificate: string; key: string; addresses: string[] }): void {
  const names = addresses.map((address) => `IP:${address}`).join(',')
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '3650']
  const subject = ['-subj', '/CN=duo cluster', '-addext', `subjectAltName=${names}`]
  execFileSync(programs.openssl, ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
}

function ownerOf(user: string): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
