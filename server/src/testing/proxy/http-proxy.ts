import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { testCertificate } from '../test-certificate.ts'
import { runProxy, type RunningProxy } from './run-proxy.ts'

/** The address of the tested api process. */
export type Upstream = Readonly<{ url: string }>

const hostOf = ({ url }: Upstream) => new URL(url).host

const documented = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../../docs/proxy/${name}`, import.meta.url)), 'utf8')

/** Replaces each of the places that an administrator changes too; one that is not there is a fault of the file. */
function changed(text: string, changes: Readonly<Record<string, string>>): string {
  let result = text
  for (const [from, to] of Object.entries(changes)) {
    if (!result.includes(from)) throw new Error(`The documented configuration lacks ${from}`)
    result = result.replaceAll(from, to)
  }
  return result
}

/** Wraps a site in the nginx.conf of Debian, with the folder of the test. */
const nginxAround = (folder: string, site: string) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${site}
}
`

const nginx = (siteOf: (given: Readonly<{ port: number; folder: string }>) => string): Promise<RunningProxy> =>
  runProxy({
    name: 'nginx',
    configOf: (given) => nginxAround(given.folder, siteOf(given)),
    argsOf: ({ file, folder }) => ['-p', folder, '-e', 'stderr', '-c', file],
  })

/** Debian's nginx with its defaults, configured only with the target of requests. */
export const startPlainNginx = (upstream: Upstream): Promise<RunningProxy> =>
  nginx(({ port }) => `server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream.url}; } }`)

/** Debian's HAProxy with the defaults of its own file. */
export const startPlainHaproxy = (upstream: Upstream): Promise<RunningProxy> =>
  haproxy(
    ({ port }) => `
defaults
    mode http
    option dontlognull
    timeout connect 5000
    timeout client  50000
    timeout server  50000
frontend all
    bind 127.0.0.1:${port}
    default_backend brigade
backend brigade
    server api1 ${hostOf(upstream)}
`,
  )

const haproxy = (configOf: (given: Readonly<{ port: number; folder: string }>) => string): Promise<RunningProxy> =>
  runProxy({ name: 'haproxy', configOf, argsOf: ({ file }) => ['-db', '-f', file] })

/** nginx with the configuration of docs/proxy, with TLS. */
export async function startNginx(upstream: Upstream, certificate: Certificate): Promise<RunningProxy> {
  const text = await documented('nginx.conf')
  return nginx(({ port }) =>
    changed(text, {
      '127.0.0.1:8080': hostOf(upstream),
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '/etc/ssl/brigade/fullchain.pem': certificate.cert,
      '/etc/ssl/brigade/key.pem': certificate.key,
    }),
  )
}

/** HAProxy with the configuration of docs/proxy, with TLS. */
export async function startHaproxy(upstream: Upstream, certificate: Certificate): Promise<RunningProxy> {
  const text = await documented('haproxy.cfg')
  return haproxy(({ port }) =>
    changed(text, {
      '127.0.0.1:8080': hostOf(upstream),
      'bind :443 ssl': `bind 127.0.0.1:${port} ssl`,
      '/etc/ssl/brigade/brigade.pem': certificate.both,
    }),
  )
}

export type Certificate = Readonly<{ cert: string; key: string; both: string }>

/** The test's certificate as the files that proxies read. */
export async function writeCertificate(folder: string): Promise<Certificate> {
  const files = {
    cert: path.join(folder, 'cert.pem'),
    key: path.join(folder, 'key.pem'),
    both: path.join(folder, 'both.pem'),
  }
  await writeFile(files.cert, testCertificate.cert)
  await writeFile(files.key, testCertificate.key, { mode: 0o600 })
  await writeFile(files.both, testCertificate.cert + testCertificate.key, { mode: 0o600 })
  return files
}
