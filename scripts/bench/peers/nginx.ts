import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilListens } from '@duo/platform/testing/program.ts'
import { nginx } from '@duo/platform/testing/servers/balancer.ts'
import { freePort } from '@duo/platform/testing/servers/built-server.ts'

/** Serves `home.br` of a folder with nginx in one process. Returns null where nginx is not installed. */
export async function startNginx(dir: string) {
  if (!existsSync(nginx)) return null
  const port = await freePort()
  const file = join(dir, 'nginx.conf')
  writeFileSync(file, settings(dir, port))
  const child = spawn(nginx, ['-p', dir, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilListens(port)
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

const settings = (dir: string, port: number) => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${dir};
      default_type 'text/html; charset=utf-8';
      add_header Content-Encoding br;
      try_files /home.br =404;
    }
  }
}
`
