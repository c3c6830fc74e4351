import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Proxies and poolers of the tests, from Debian. */
export const proxyPackages = ['nginx', 'haproxy', 'pgbouncer'] as const
export type ProxyProgram = (typeof proxyPackages)[number]

/**
 * Debian's packages, unpacked and not installed: installed, each would start a service on this machine. Outside a home
 * of root, so that PgBouncer can run as another user.
 */
export const unpackedFolder = () =>
  join(process.getuid?.() === 0 ? '/var/cache/brigade-tests' : join(homedir(), '.cache/brigade-tests'), 'debian')

export const hasProxies = (): boolean =>
  proxyPackages.every((name) => existsSync(join(unpackedFolder(), 'usr/sbin', name)))

export type UnpackedProgram = Readonly<{ path: string; env: Readonly<Record<string, string>> }>

/** The program, with the libraries that were unpacked beside it. */
export function unpackedProgram(name: ProxyProgram): UnpackedProgram {
  const folder = unpackedFolder()
  const path = join(folder, 'usr/sbin', name)
  if (!existsSync(path))
    throw new Error(
      `There is no ${name} to test with: npm test unpacks it where there is apt (node tools/tests/prepare.ts)`,
    )
  const libraries = [join(folder, 'usr/lib'), ...globSync(join(folder, 'usr/lib/*-linux-*'))]
  return { path, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: libraries.join(':') } }
}
