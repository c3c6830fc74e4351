import type { Endpoint, RequestOf } from '@brigade/contract/endpoint.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { plantFirmware } from '@brigade/server/testing/firmware/scope-samples.ts'
import { makeOnline } from '@brigade/server/testing/firmware/stand-ins.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { sql } from 'kysely'
import type { Figure } from '../run.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { listFigure } from '../support/list-figure.ts'

const devices = 100_000
const smallTasks = 60
const rounds = 20

/** A task with very many devices in every state, and some with few. */
async function plant(
  { db }: DurableApp,
  { taskId, deviceIds }: Readonly<{ taskId: string; deviceIds: readonly string[] }>,
) {
  await sql`
    insert into upgrade_device (task_id, device_id, place, module, version_id, state, reason, from_version, tries, changed_at, due_at, ended_at)
    select ${taskId}::bigint, d.id, 1, 'default', t.version_ids[1],
      case when d.n % 10 < 5 then 'succeeded' when d.n % 10 = 5 then 'failed' when d.n % 10 = 6 then 'downloading' else 'waiting' end,
      case when d.n % 10 = 5 then 'download' end, '1.0.0', 1, now() - make_interval(secs => d.n), now(), case when d.n % 10 < 6 then now() end
    from unnest(${deviceIds}::bigint[]) with ordinality as d (id, n), upgrade_task t where t.id = ${taskId}::bigint`.execute(
    db,
  )
  await sql`
    with made as (
      insert into upgrade_task (name, type, status, model_id, version_ids, conditions, plan, created_at, updated_at)
      select 'Small ' || n, 'device', 'FINISH', t.model_id, t.version_ids, '[]', t.plan, now() - make_interval(hours => n), now()
      from upgrade_task t, generate_series(1, ${smallTasks}) as n where t.id = ${taskId}::bigint returning id, version_ids)
    insert into upgrade_device (task_id, device_id, place, module, version_id, state, changed_at, ended_at)
    select made.id, d.id, 1, 'default', made.version_ids[1], 'succeeded', now(), now()
    from made, unnest(${deviceIds.slice(0, 100)}::bigint[]) as d (id)`.execute(db)
  await db.executeQuery(
    sql`vacuum analyze upgrade_device, upgrade_task, device_state, device_module, device`.compile(db),
  )
}

/** The same result from SQL written by hand: the data of the pages, and their totals. */
const byHand = {
  tasks: (db: DurableApp['db']) =>
    [
      sql`select t.*, m.name from upgrade_task t join firmware_model m on m.id = t.model_id order by t.created_at desc, t.id desc limit 10`,
      sql`select count(*) from upgrade_task`,
      sql`select task_id, state, reason, count(*) from upgrade_device
      where task_id in (select id from upgrade_task order by created_at desc, id desc limit 10) group by 1, 2, 3`,
    ].map((statement) => statement.execute(db)),
  devices: (db: DurableApp['db'], taskId: string, order: string) => [
    sql`select u.*, d.sn, d.name, s.online, o.name, v.reported_as, m.version from upgrade_device u join device d on d.id = u.device_id
      join device_state s on s.device_id = u.device_id join organisation o on o.id = s.organisation_id
      join firmware_version v on v.id = u.version_id left join device_module m on m.device_id = u.device_id and m.module = u.module
      where u.task_id = ${taskId}::bigint order by ${sql.raw(order)} limit 10`.execute(db),
    sql`select count(*) from upgrade_device where task_id = ${taskId}::bigint`.execute(db),
  ],
  dryRun: (db: DurableApp['db'], productId: string) => [
    sql`select d.sn, m.version from device_state s join device d on d.id = s.device_id
      left join device_module m on m.device_id = s.device_id and m.module = 'default'
      where s.product_id = ${productId}::bigint order by d.sn limit 10`.execute(db),
    sql`select version_order(m.version, '01.02.00'), s.online, s.enabled, s.installed, count(*)
      from device_state s left join device_module m on m.device_id = s.device_id and m.module = 'default'
      left join device_gateway g on g.device_id = s.device_id left join upgrade_device u on u.device_id = s.device_id and u.module = 'default'
        and u.state in ('waiting', 'offering', 'offered', 'downloading', 'installing')
      where s.product_id = ${productId}::bigint group by 1, 2, 3, 4`.execute(db),
  ],
}

export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const { id: productId } = await make.product(app)
  const { id: accountId, token } = await make.account(app, { role: 'administrator' })
  const { taskId, modelId, versionId } = await plantFirmware(app, { accountId, productId })
  const deviceIds = await makeOnline(app, { productId, count: devices, version: '1.0.0' })
  await plant(app, { taskId, deviceIds })
  const { url } = await app.start('api')
  async function read<E extends Endpoint>(endpoint: E, query: RequestOf<E>): Promise<void> {
    const response = await fetch(addressOf(url, endpoint, query), { headers: { authorization: token } })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  const draft = JSON.stringify({ type: 'version', modelId, versionIds: [versionId], sources: ['1.0.0'] })
  const many = `${devices.toLocaleString('en')} devices`
  const { db } = app
  const figures: Figure[] = []
  for (const { name, http, statements } of [
    {
      name: `upgrade tasks, one of them of ${many}`,
      http: () => read(upgradeTaskApi.tasks, {}),
      statements: () => byHand.tasks(db),
    },
    {
      name: `the devices of a task of ${many}, the latest first`,
      http: () => read(upgradeTaskApi.taskDevices, { id: taskId }),
      statements: () => byHand.devices(db, taskId, 'u.changed_at desc, u.device_id'),
    },
    {
      name: `the same by serial number`,
      http: () => read(upgradeTaskApi.taskDevices, { id: taskId, sort: 'sn' }),
      statements: () => byHand.devices(db, taskId, 'd.sn'),
    },
    {
      name: `a dry run over ${many}`,
      http: () => read(upgradeTaskApi.extractDevices, { draft }),
      statements: () => byHand.dryRun(db, productId),
    },
  ])
    figures.push(await listFigure({ name, rounds, http, sql: () => Promise.all(statements()) }))
  return figures
}
