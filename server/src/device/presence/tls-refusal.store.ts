import { sql } from 'kysely'
import type { TlsAlert } from '@brigade/contract/telemetry/offline.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'

/** A TLS handshake that failed over a certificate. */
export type TlsRefusal = Readonly<{
  address: string
  alert: TlsAlert
  atMs: number
  /** The end of the certificate that was offered; null if there is none. */
  certificateUntilMs: number | null
}>

const seconds = (ms: number | null) => sql`to_timestamp(${ms}::float8 / 1000)`

/** One row an address and reason. After a pause of a day the series begins anew. */
export async function noteTlsRefusal(db: Db, { address, alert, atMs, certificateUntilMs }: TlsRefusal): Promise<void> {
  const isNew = sql`excluded.last_at - tls_refusal.last_at > interval '1 day'`
  await sql`
    insert into tls_refusal (address, alert, first_at, last_at, times, certificate_until)
    values (${address}, ${alert}, ${seconds(atMs)}, ${seconds(atMs)}, 1, ${seconds(certificateUntilMs)})
    on conflict (address, alert) do update set
      first_at = case when ${isNew} then excluded.first_at else tls_refusal.first_at end,
      times = case when ${isNew} then 1 else tls_refusal.times + 1 end,
      last_at = greatest(tls_refusal.last_at, excluded.last_at), certificate_until = excluded.certificate_until`.execute(
    db,
  )
}

const keptDays = 30

export async function dropOldTlsRefusals(db: Db, nowMs: number): Promise<void> {
  await sql`delete from tls_refusal where last_at < ${seconds(nowMs - keptDays * dayMs)}`.execute(db)
}
