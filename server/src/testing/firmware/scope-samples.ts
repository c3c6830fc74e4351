import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { spellingOf } from '../../system/area/spell-name.ts'
import type { TestApp } from '../start-app.ts'

const updatedAt = '2026-01-02T03:04:05.678Z'

type Planted = Readonly<{ modelId: string; versionId: string; taskId: string }>

/** Inserts a model, a version and a running task of the platform, which may include devices of any organisation. */
export async function plantFirmware(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { accountId, productId }: Readonly<{ accountId: string; productId: string }>,
): Promise<Planted> {
  const at = new Date(clock.now() - hourMs).toISOString()
  const { id: modelId } = await db
    .insertInto('firmwareModel')
    .values({
      name: 'Walked firmware',
      code: 'WALK',
      type: 'single',
      hardwareModel: 'WALKED',
      digest: 'SHA256',
      spelling: spellingOf('Walked firmware'),
      creatorId: accountId,
      createdAt: at,
      updatedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('firmwareModelProduct').values({ modelId, productId }).execute()
  const { id: versionId } = await db
    .insertInto('firmwareVersion')
    .values({
      modelId,
      module: 'default',
      number: '01.02.00',
      reportedAs: '01.02.00',
      fileId: 'walkedfirmware000000',
      fileName: 'walked.bin',
      bytes: 100,
      md5: Buffer.alloc(16, 1),
      sha256: Buffer.alloc(32, 2),
      search: '01.02.00 Walked firmware',
      creatorId: accountId,
      uploaderId: accountId,
      createdAt: at,
      updatedAt,
      archivedAt: null,
      archiverId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: taskId } = await db
    .insertInto('upgradeTask')
    .values({
      name: 'Walked task',
      type: 'device',
      status: 'START',
      modelId,
      versionIds: [versionId],
      listId: null,
      conditions: '[]',
      plan: JSON.stringify({ ratePerMinute: 100, allowDowngrade: false, allowUnknown: true, allowArchived: false }),
      approverId: accountId,
      startAt: null,
      endAt: null,
      creatorId: accountId,
      digest: null,
      deviceDigest: null,
      approvedDigest: null,
      approvedBy: accountId,
      approvedAt: at,
      startedBy: accountId,
      startedAt: at,
      endedAt: null,
      tokensAt: null,
      leaseUntil: null,
      spelling: spellingOf('Walked task'),
      createdAt: at,
      updatedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { modelId, versionId, taskId }
}

/** Inserts an owned device into that task, with its history and its messages. */
export async function plantUpgrade(
  { db, clock }: TestApp,
  { deviceId, accountId, secret }: Readonly<{ deviceId: string; accountId: string; secret: string }>,
): Promise<void> {
  const at = new Date(clock.now() - 120_000).toISOString()
  await sql`insert into device_module (device_id, module, version, reported_at) values (${deviceId}::bigint, 'default', ${secret}, ${at}::timestamptz)
    on conflict do nothing`.execute(db)
  await sql`
    with task as (select id, version_ids[1] as version_id from upgrade_task where name = 'Walked task'),
      made as (insert into upgrade_device (task_id, device_id, place, module, version_id, state, reason, from_version, first_offered_at, changed_at, ended_at)
        select id, ${deviceId}::bigint, 1, 'default', version_id, 'failed', 'silent', ${secret}, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
        from task on conflict do nothing)
    insert into upgrade_event (task_id, at, kind, device_id, module, from_state, to_state, reason)
    select id, ${at}::timestamptz, 'state', ${deviceId}::bigint, 'default', 'installing', 'failed', 'silent' from task`.execute(
    db,
  )
  await sql`insert into firmware_report (device_id, kind, version, at) values (${deviceId}::bigint, 'inform', ${secret}, ${at}::timestamptz)`.execute(
    db,
  )
  await sql`insert into firmware_message (device_id, kind, at) values (${deviceId}::bigint, 'ask', ${at}::timestamptz)`.execute(
    db,
  )
  await sql`insert into upgrade_asked values (${deviceId}::bigint, ${at}::timestamptz) on conflict do nothing`.execute(
    db,
  )
  await sql`
    with list as (insert into upgrade_list (name, account_id, found, created_at) values (${secret}, ${accountId}::bigint, 1, ${at}::timestamptz) returning id)
    insert into upgrade_list_device select id, ${deviceId}::bigint from list`.execute(db)
}

const task = { name: 'Walked 升级', type: 'device', modelId: '1', versionIds: ['1'], deviceIds: ['1'] }
const model = { name: 'Walked 主板', code: 'WALKED', type: 'single', productIds: ['1'] }

/** Inputs that do not follow from their schemas. */
export const firmwareSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'firmware.addModel': { ...model, hardwareModel: 'OTHER' },
  'firmware.updateModel': { ...model, hardwareModel: 'WALKED', id: '1', updatedAt },
  'firmware.addVersion': { modelId: '1', module: 'default', number: '09.09.09', fileId: 'walkedfirmware000000' },
  'firmware.updateVersion': { id: '1', updatedAt },
  'firmware.addTask': task,
  'firmware.updateTask': { ...task, id: '1', updatedAt },
  'firmware.upgradeDevice': { deviceId: '1', versionIds: ['1'], name: 'Walked' },
  'firmware.extractDevices': { id: '1' },
  'firmware.compareVersions': { id: '1' },
}

/** Reads that show no owned rows, with the reason. */
export const firmwareReadsOfNobody: Readonly<Record<string, string>> = {
  'firmware.models': 'firmware is the platform’s and seen by all; figures alone are of devices',
  'firmware.model': 'firmware is the platform’s and seen by all; figures alone are of devices',
  'firmware.versionOptions': 'firmware is the platform’s and seen by all',
  'firmware.versions': 'firmware is the platform’s and seen by all; figures alone are of devices',
  'firmware.history': 'firmware is the platform’s and seen by all; figures alone are of devices',
  'firmware.version': 'firmware is the platform’s and seen by all; figures alone are of devices',
  'firmware.versionFigures': 'figures alone: held by their staying the same while foreign rows change',
  'firmware.figures': 'figures alone: held by their staying the same while foreign rows change',
  'firmware.distribution': 'figures alone, and the versions that the own devices report',
  'firmware.badRows': 'is for the platform’s own staff',
  'firmware.listTemplate': 'an empty table',
  'firmware.template': 'an empty table',
  'firmware.taskFigures': 'figures alone: held by their staying the same while foreign rows change',
  'firmware.tasks': 'tasks are the platform’s; figures alone are of devices',
  'firmware.task': 'tasks are the platform’s; figures alone are of devices',
  'firmware.taskLive': 'tasks are the platform’s; figures alone are of devices, and none moves here',
  'firmware.tasksLive': 'that something changed, and nothing of it: task-rules.test.ts asks from outside',
  'firmware.deviceLive': 'that something changed, and nothing of it: task-rules.test.ts asks from outside',
  'firmware.extractDevices': 'is asked for a draft, and shows the devices of it: dry-run.test.ts asks from outside',
  'firmware.compareVersions': 'figures alone: held by their staying the same while foreign rows change',
  'firmware.auditors': 'accounts of the platform, for its own staff',
}

const platform = 'is for the platform’s own staff'
/** Writes that cannot succeed here, and why. */
export const firmwareWritesThatCannot: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'addModel',
    'updateModel',
    'removeModel',
    'addVersion',
    'updateVersion',
    'removeVersion',
    'restoreVersion',
    'enableVersion',
    'disableVersion',
    'readList',
    'upgradeDevice',
    'retryDevices',
    'addTask',
    'updateTask',
    'removeTasks',
    'approve',
    'reject',
    'start',
    'stop',
    'withdraw',
  ].map((call) => [`firmware.${call}`, platform]),
)

export const firmwareUploads = {
  'firmware.readList': async () => ({ name: 'list.csv', bytes: Buffer.from('SN\nNOBODY0000\n') }),
}

/** The tables that ids of its calls refer to. */
export const firmwareTables: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'task',
      'taskDevices',
      'events',
      'exportTaskDevices',
      'taskLive',
      'extractDevices',
      'compareVersions',
      'auditors',
    ].map((call) => [`firmware.${call}`, 'upgrade_task']),
  ),
  ...Object.fromEntries(['version', 'versionFigures'].map((call) => [`firmware.${call}`, 'firmware_version'])),
  'firmware.model': 'firmware_model',
}
