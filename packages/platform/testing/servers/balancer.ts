import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startProgram, untilListens } from '../program.ts'
import { newDataDir } from './built-server.ts'

export const haproxy = '/usr/sbin/haproxy'
export const nginx = '/usr/sbin/nginx'

interface Balancer {
  port: number
  servers: number[]
  file: string
}

export const haproxySettings = ({ port, servers, file }: Balancer) => ({
  args: ['-db', '-f', file],
  text: `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 60s
  timeout check 3s
  option redispatch
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  default_backend duo
backend duo
  option httpchk GET /ready
  http-check send hdr Host localhost
  default-server check inter 1s fall 2 rise 1
${servers.map((server, i) => `  server duo${i} 127.0.0.1:${server}`).join('\n')}
`,
})

/** As in docs/operations.md: without active checks, it tries the next server when one refuses. */
export const nginxSettings = (balancer: Balancer) => nginxWith(balancer, { http: '', location: '' })

/** Also caches cacheable responses, and reports hits in `X-Cache`. */
export const nginxCacheSettings = (balancer: Balancer) =>
  nginxWith(balancer, {
    http: 'proxy_cache_path cache keys_zone=pages:1m;',
    location: 'proxy_cache pages; proxy_cache_revalidate on; add_header X-Cache $upstream_cache_status always;',
  })

const nginxWith = ({ port, servers, file }: Balancer, added: { http: string; location: string }) => ({
  args: ['-p', dirname(file), '-c', file, '-g', 'daemon off;'],
  text: `
pid nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ${added.http}
  upstream duo {
${servers.map((server) => `    server 127.0.0.1:${server} max_fails=1 fail_timeout=2s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://duo;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
      ${added.location}
    }
  }
}
`,
})

export async function startBalancer(program: string, settings: typeof nginxSettings, { port, servers }: Omit<Balancer, 'file'>) {
  const file = join(newDataDir(), 'balancer.conf')
  const { text, args } = settings({ port, servers, file })
  writeFileSync(file, text)
  const { stop } = startProgram(program, args)
  await untilListens(port)
  return { url: `http://localhost:${port}`, stop }
}
