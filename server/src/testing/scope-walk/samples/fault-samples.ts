import { sql } from 'kysely'
import type { TestApp } from '../../start-app.ts'

/** Inserts an open fault, a closed one and their acts. No worker runs that would make them from events. */
export async function plantFaults(
  { db, clock }: TestApp,
  { deviceId, accountId, secret }: Readonly<{ deviceId: string; accountId: string; secret: string }>,
): Promise<void> {
  const at = new Date(clock.now() - 180_000).toISOString()
  await sql`insert into fault_wait (device_id, kind, due_at, since) values (${deviceId}::bigint, 'offline', 'infinity', ${at}::timestamptz)
    on conflict do nothing`.execute(db)
  await sql`insert into fault_notified (account_id, notified_at) values (${accountId}::bigint, ${at}::timestamptz)
    on conflict do nothing`.execute(db)
  const month = `${at.slice(0, 7)}-01`
  for (const [table, code] of [
    ['fault_open', 'W01'],
    ['fault_record', 'W02'],
  ] as const) {
    const isClosed = table === 'fault_record'
    await sql`
      with made as (
        insert into ${sql.table(table)} (id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id,
          identifier, code, severity, category, output, search, condition, handling, raised_at, last_at, updated_at${isClosed ? sql`, closed_at` : sql``})
        select next_fault_id(${month}::date), ${month}::date, 'fault', s.device_id, s.kind, s.product_id, s.organisation_id, s.organisation_id,
          'Fault', ${code}, 'critical', 'other', ${JSON.stringify({ text: secret })}::jsonb, ${`${secret} ${code}`}, ${isClosed ? 'eliminated' : 'active'}, ${isClosed ? 'closed' : 'new'},
          ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz${isClosed ? sql`, ${at}::timestamptz` : sql``}
        from device_state s where s.device_id = ${deviceId}::bigint returning id, month)
      insert into fault_act (month, fault_id, at, act, text) select month, id, ${at}::timestamptz, 'note', ${secret} from made`.execute(
      db,
    )
  }
}

/** Inputs that do not follow from their schemas. */
export const faultSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'fault.undo': { batchId: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b' },
}

/** Reads that show no owned rows, with the reason. */
export const faultReadsOfNobody: Readonly<Record<string, string>> = {
  'fault.assignees':
    'takes several ids in one text, which the walk does not fill in: fault.test.ts asks for foreign ones',
  'fault.totals': 'figures alone: held by their staying the same while foreign rows change',
  'fault.codes': 'what the codes of products mean',
  'fault.exportCodes': 'what the codes of products mean',
  'fault.causes': 'one list for all',
  'fault.causeOptions': 'one list for all',
  'fault.codeTemplate': 'an empty table',
  'fault.undescribed': 'codes and figures, of the own records',
  'fault.errorTypes': 'an enumeration',
  'fault.alertTypes': 'an enumeration',
  'fault.faultCodes': 'the fault codes of products',
  'fault.coolerFaultCodes': 'the fault codes of products',
}

const version = 'wants the version of the very record'
/** Writes that cannot succeed here, and why. */
export const faultWritesThatCannot: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['acknowledge', 'assign', 'visit', 'note', 'eliminate', 'close', 'reopen', 'shelve', 'unshelve'].map((act) => [
      `fault.${act}`,
      version,
    ]),
  ),
  'fault.undo': 'wants what the caller did within the last ten seconds',
  'fault.saveCode': 'is for the platform’s own staff',
  'fault.addCause': 'is for the platform’s own staff',
  'fault.updateCause': 'is for the platform’s own staff',
  'fault.removeCauses': 'is for the platform’s own staff',
  'fault.importCodes': 'wants a file that was checked',
  'fault.checkCodeImport': 'is for the platform’s own staff',
  'fault.removeCodes': 'is for the platform’s own staff',
}
