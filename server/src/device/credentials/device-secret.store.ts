import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Gives devices new, sealed secrets; all previous credentials, tokens too, become invalid. */
export async function overwriteSecrets(
  db: Db,
  secrets: readonly Readonly<{ id: string; secret: Buffer }>[],
): Promise<void> {
  if (secrets.length === 0) return
  const ids = secrets.map(({ id }) => id)
  await sql`
    update device d set device_secret = decode(g.secret, 'hex')
    from unnest(${ids}::bigint[], ${secrets.map(({ secret }) => secret.toString('hex'))}::text[]) as g (id, secret)
    where d.id = g.id`.execute(db)
  // Signatures with the old secret are invalid from now on.
  await sql`delete from device_sign_use where device_id = any(${ids}::bigint[])`.execute(db)
  await sql`delete from device_token where device_id = any(${ids}::bigint[])`.execute(db)
}
