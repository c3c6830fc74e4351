import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBinaries } from '../db/embedded/binaries.ts'
import { canUse, serviceUserFor, type ServiceUser } from '../db/embedded/service-user.ts'
import { SettingsRefused, type Settings } from '../settings.ts'
import { errorCode } from '../error-code.ts'

export type User = NonNullable<ServiceUser>

export const programFolder = fileURLToPath(new URL('../../../..', import.meta.url))

/** The folder for data of the service user that it could not reach elsewhere. */
export const ownPlace = '/var/lib/brigade'

const ownerOf = (path: string) => (existsSync(path) ? statSync(path) : undefined)

/** The program runs as the owner of existing data; new data, or root's, becomes the service user's. */
function userOf(dataDir: string): User | undefined {
  return serviceUserFor(
    [ownerOf(join(dataDir, 'postgres')), ownerOf(dataDir)].find((owner) => owner && owner.uid !== 0),
  )
}

/** Whether that user can read the program: it cannot when the clone is in a folder of root's own, such as /root. */
export function canRead(user: User, program = programFolder): boolean {
  const node = process.execPath.startsWith(program) ? process.execPath.slice(program.length) : undefined
  const isReadable = canUse(user, program, 'test -r server/src/main.ts && test -r package.json')
  return isReadable && (node === undefined || canUse(user, program, `test -x '${node.replace(/^\//, '')}'`))
}

/** The data folder, made when missing, at a place that this user can reach. */
function placeOf(user: User, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const folder = realpathSync(dataDir)
  giveFolder(user, dataDir, folder)
  if (canUse(user, folder, 'test -w .')) return folder
  mkdirSync(ownPlace, { recursive: true, mode: 0o755 })
  const place = mkdtempSync(join(ownPlace, 'data-'))
  try {
    // Moves the folder completely or not at all; a link keeps its name.
    rmdirSync(place)
    renameSync(folder, place)
  } catch {
    throw new SettingsRefused(
      `The user brigade, whom Brigade runs as when root starts it, cannot reach ${dataDir}: move it to where it can be read, such as ${ownPlace}, or set DATA_DIR`,
    )
  }
  symlinkSync(place, folder)
  return place
}

/** Our entries in the folder, by the beginning of their names. */
const ours = [
  'postgres',
  'files',
  'maps',
  'compiled',
  'simulator-',
  'secret.key',
  'preset.password',
  'instance.json',
  'ballast',
  'log',
  'restore-',
]

/**
 * Gives the folder to its user, including those of our entries that still belong to root. A folder with foreign entries
 * is left unchanged.
 */
function giveFolder(user: User, dataDir: string, folder: string): void {
  const names = readdirSync(folder)
  const foreign = names.filter((name) => !ours.some((own) => name.startsWith(own)) && name !== 'lost+found')
  if (statSync(folder).uid === 0) {
    const isOurs = foreign.length === 0 || names.includes('postgres') || names.includes('files')
    if (!isOurs && !canUse(user, folder, 'test -w .'))
      throw new SettingsRefused(
        `Setting DATA_DIR=${dataDir} is wrong: it must be a folder of its own, and this one holds ${foreign[0]}`,
      )
    if (isOurs) chownSync(folder, user.uid, user.gid)
  }
  for (const name of names) if (!foreign.includes(name)) give(user, join(folder, name))
  // PostgreSQL's part already belongs to the user, except the log that root wrote for it. Links in it are not followed,
  // because they may lead anywhere.
  const log = join(folder, 'postgres/postgres.log')
  if (existsSync(log) && statSync(join(folder, 'postgres')).uid === user.uid) give(user, log)
}

/**
 * Changes the owner of everything that still belongs to root and has no other hard link. A folder of the user's is not
 * entered, and links are not followed.
 */
function give(user: User, path: string): void {
  const stat = lstatSync(path)
  if (stat.uid !== 0 || (stat.isFile() && stat.nlink > 1)) return
  if (stat.isDirectory()) for (const name of readdirSync(path)) give(user, join(path, name))
  lchownSync(path, user.uid, user.gid)
}

export type OtherUser = Readonly<{ user: User; dataDir: string; compiledDir: string }>

/**
 * The steps that need root for a program that then runs as another user: preparing its folder and PostgreSQL's
 * programs. Returns that user and the folder; undefined when root did not start it.
 */
export function prepareUser(settings: Pick<Settings, 'dataDir' | 'databaseUrl'>): OtherUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = userOf(settings.dataDir)
  if (user === undefined) return undefined
  const dataDir = placeOf(user, settings.dataDir)
  if (settings.databaseUrl === undefined) findBinaries(user, dataDir)
  return { user, dataDir, compiledDir: compiledPlace(user, dataDir) }
}

/**
 * The folder for compiled code of the user's processes: one place for the service user, so that a new data folder
 * starts as quickly.
 */
function compiledPlace(user: User, dataDir: string): string {
  if (serviceUserFor(undefined)?.uid !== user.uid) return join(dataDir, 'compiled')
  const place = join(ownPlace, 'compiled')
  mkdirSync(place, { recursive: true, mode: 0o755 })
  lchownSync(place, user.uid, user.gid)
  return place
}

/** From here on this process, and every child of it, runs as that user. This cannot be undone. */
export function become({ uid, gid }: User): void {
  try {
    process.setgroups?.([gid])
    process.setgid?.(gid)
    process.setuid?.(uid)
  } catch (error) {
    throw new SettingsRefused(
      `Root may not become the user ${uid} here (${error instanceof Error ? error.message : String(error)}): start as a plain user`,
    )
  }
}

/** Checks that the user of the program can read the files that settings name. */
export function requireReadable({ mqtt }: Pick<Settings, 'mqtt'>): void {
  const files =
    mqtt.tls === undefined
      ? []
      : ([
          ['MQTT_TLS_CERT', mqtt.tls.certFile],
          ['MQTT_TLS_KEY', mqtt.tls.keyFile],
        ] as const)
  for (const [name, file] of files) {
    try {
      accessSync(file, constants.R_OK)
    } catch (error) {
      if (errorCode(error) !== 'EACCES') continue
      throw new SettingsRefused(
        `Setting ${name}=${file} is wrong: the user that Brigade runs as (${process.getuid?.()}) may not read it: give it to that user, or a copy of it`,
      )
    }
  }
}

/** Leaves a working directory that the user cannot read, because libraries that read it would fail. */
export function leaveUnreadable(dataDir: string): void {
  try {
    accessSync(process.cwd(), constants.R_OK)
  } catch {
    process.chdir(dataDir)
  }
}
