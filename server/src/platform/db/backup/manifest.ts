import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../../error-code.ts'
import { BackupFailed } from './backup-failure.ts'

export const manifestName = 'manifest.json'

/** The platform of this machine: the files of a cluster fit no other. */
export const machine = `${process.platform}-${process.arch}`

/** Paths in a manifest are not trusted: nothing is read or written outside the backup's folder. */
const Path = z.string().regex(/^(?!\/)(?!(.*\/)?\.\.(\/|$)).+$/)
const Kept = z.object({ path: Path, bytes: z.number().int(), sha256: z.string() })
/** A file of a backup, its path with slashes from the backup's folder on. */
export type Kept = z.output<typeof Kept>

/** The content of a backup. It is written last: a folder without one is not a backup. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Everything acknowledged before this moment is included (ISO 8601). */
  consistentAt: z.string(),
  /** `cluster`: the files of the embedded PostgreSQL. `dump`: the output of pg_dump. */
  database: z.enum(['cluster', 'dump']),
  postgresMajor: z.string(),
  /** The files of a cluster fit one kind of machine; a dump fits any. */
  machine: z.string(),
  /** The place of uploaded files: inside the backup, or in a bucket that the backup does not hold. */
  files: z.enum(['inside', 'bucket']),
  /** True when the backup contains the key that encrypts secrets; absent where SECRET_KEY was set. */
  secretKey: z.boolean(),
  /** Folders that must exist, including empty ones. */
  folders: z.array(Path),
  kept: z.array(Kept),
})
export type Manifest = z.output<typeof Manifest>

const Sealed = z.object({ sha256: z.string(), manifest: z.unknown() })
const sealOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export const writtenManifest = (manifest: Manifest) =>
  `${JSON.stringify({ sha256: sealOf(manifest), manifest }, null, 1)}\n`

/** Reads the manifest of a backup, or throws the reason why the folder is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, manifestName), 'utf8')
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error
    throw new BackupFailed(
      `${folder} is not a backup: it has no ${manifestName}. One that was interrupted has none either`,
    )
  }
  try {
    const sealed = Sealed.parse(JSON.parse(text))
    if (sealOf(sealed.manifest) === sealed.sha256) return Manifest.parse(sealed.manifest)
  } catch {
    // The error below reports it.
  }
  throw new BackupFailed(`The backup in ${folder} is damaged: its ${manifestName} is not as it was written`)
}
