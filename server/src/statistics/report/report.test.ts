import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { sql, type KyselyPlugin } from 'kysely'
import { plantFirmware } from '../../testing/firmware/scope-samples.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { plantHistories, type World } from '../../testing/statistics/plant-histories.ts'
import { takeDue } from '../run/take-run.ts'
import { sendReports } from './send-reports.ts'

let app: TestApp
let world: World
before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { PUBLIC_URL: 'https://brigade.example' } })
  const real = app.clock.now()
  // Sunday 20:00 UTC, before Monday 09:00 anywhere west of +13:00.
  const sunday = Math.ceil((real - (3 * dayMs + 20 * hourMs)) / (7 * dayMs)) * 7 * dayMs + 3 * dayMs + 20 * hourMs
  app.clock.advance(sunday - real)
  world = await plantHistories(app, sunday - hourMs, 3)
  while (await takeDue(app));
})
after(() => app.stop())

async function reader(organisationId: string, role = 'support'): Promise<MadeAccount> {
  const account = await make.account(app, { role, organisationId })
  const change = {
    locale: 'en',
    timeZone: 'UTC',
    units: 'metric',
    email: true,
    quietFrom: null,
    quietTo: null,
    weeklyReport: true,
    updatedAt: null,
  } as const
  assert.equal((await app.ask(messageApi.notifyUpdate, change, { token: account.token })).status, 200)
  return account
}
async function inZone(zone: string | null): Promise<MadeAccount> {
  const { id } = await make.organisation(app, { kind: 'distributor' })
  await app.db.updateTable('organisation').set({ timeZone: zone }).where('id', '=', id).execute()
  return reader(id)
}
const reportsOf = async ({ id }: MadeAccount) => {
  const { rows } = await sql<{ content: unknown; channel: string; state: string; reason: string | null }>`
    select m.params as content, d.channel, d.state, d.reason from message m
    join message_delivery d on d.month = m.month and d.message_id = m.id
    where m.kind = 'statistics.weekly' and d.receiver_kind = 'account' and d.receiver_id = ${id}::bigint order by d.channel`.execute(
    app.db,
  )
  return rows
}
async function sendAll() {
  while ((await sendReports(app)) > 0);
}
const count = async (account: MadeAccount) =>
  (await reportsOf(account)).filter(({ channel }) => channel === 'inbox').length

test('it comes on Monday at 09:00 of the organisation, in four zones at four moments, and once', async () => {
  const accounts = await Promise.all(['Pacific/Auckland', null, 'Europe/Berlin', 'America/New_York'].map(inZone))
  const arrivals = new Map<number, number>()
  for (let hour = 0; hour < 24; hour += 1) {
    await sendAll()
    for (const [index, account] of accounts.entries())
      if (!arrivals.has(index) && (await count(account)) === 1) arrivals.set(index, app.clock.now())
    app.clock.advance(hourMs)
  }
  const localOf = (index: number, zone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit' }).format(arrivals.get(index))
  assert.deepEqual(
    ['Pacific/Auckland', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York'].map((zone, index) =>
      localOf(index, zone),
    ),
    ['Mon, 09', 'Mon, 09', 'Mon, 09', 'Mon, 09'],
  )
  assert.equal(new Set(arrivals.values()).size, 4)
  for (const account of accounts) assert.equal(await count(account), 1)
})

test('without a mail server it stands in the inbox, and the mail says why it was not sent', async () => {
  const account = await reader(world.platformId)
  await sendAll()
  const rows = await reportsOf(account)
  assert.deepEqual(
    rows.map(({ channel, state, reason }) => [channel, state, reason]),
    [
      ['email', 'skipped', 'no-server'],
      ['inbox', 'sent', null],
    ],
  )
})

test('it says the fleet, the faults with the five oldest, excursions and firmware, each with a link and what it is compared with, in both languages', async () => {
  const account = await reader(world.platformId)
  const { taskId, versionId } = await plantFirmware(app, { accountId: account.id, productId: world.ovenProduct })
  for (const [index, state] of ['succeeded', 'succeeded', 'failed'].entries())
    await sql`
      insert into upgrade_device (task_id, device_id, place, module, version_id, state, changed_at, ended_at)
      select ${taskId}::bigint, ${world.ovens[index] ?? ''}::bigint, 1, 'default', ${versionId}::bigint, ${state}, at, at
      from (select ${new Date(app.clock.now() - 3 * dayMs).toISOString()}::timestamptz as at) as ended`.execute(app.db)
  await sendAll()
  for (const language of ['en', 'zh'] as const) {
    const { envelope } = await app.ask(messageApi.bell, {}, { token: account.token, language })
    const text = JSON.stringify(envelope)
    const expected = {
      en: [
        'Weekly report',
        'Faults raised',
        'oldest',
        'running tasks 1, succeeded 2, failed 1',
        'week before',
        'year before',
      ],
      zh: ['统计周报', '新增故障', '最早', '进行中任务 1 个，成功 2 台，失败 1 台', '环比', '同比'],
    }[language]
    // By default the screen shows the last seven days.
    const links = ['/fault/list?', '/fota/task', '/data/statistics?range=own&from='].map(
      (path) => `https://brigade.example${path}`,
    )
    for (const part of [...expected, ...links]) assert.ok(text.includes(part), `${part}: ${text}`)
    assert.match(text, language === 'en' ? /Excursions that began: [1-9]/ : /新发生的温度超限：[1-9]/)
  }
})

test('a kill between two people sends nobody a second one', async () => {
  const accounts = [await reader(world.platformId), await reader(world.platformId), await reader(world.platformId)]
  for (let statement = 1; statement < 200; statement += 7) {
    let made = 0
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        made += 1
        if (made === statement) throw new Error('Killed here')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await sendReports({ ...app, db: app.db.withPlugin(plugin) }).catch((error: unknown) =>
      assert.match(String(error), /Killed/),
    )
    for (const account of accounts) assert.ok((await count(account)) <= 1)
  }
  await Promise.all([sendAll(), sendAll()])
  for (const account of accounts) assert.equal(await count(account), 1)
})

test('a person who lost the right since, or may not sign in any more, is sent none', async () => {
  const [without, disabled] = [await reader(world.platformId, 'auditor'), await reader(world.platformId)]
  await sql`delete from role_menu rm using menu m, account a where m.id = rm.menu_id and m.operation_code = 'statistics:view'
    and a.id = ${without.id}::bigint and rm.role_id = a.role_id`.execute(app.db)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', disabled.id).execute()
  await sendAll()
  assert.deepEqual([await count(without), await count(disabled)], [0, 0])
  const { rows } = await sql<{ outcome: string }>`
    select outcome from statistic_report where account_id = ${without.id}::bigint`.execute(app.db)
  assert.deepEqual(rows, [{ outcome: 'no-right' }])
})

test('an organisation whose zone is not known keeps nobody’s report back, and has its own by the zone of the installation', async () => {
  const [bad, good] = [await inZone('Mars/Olympus'), await inZone('Europe/Berlin')]
  await sendAll()
  assert.deepEqual([await count(good), await count(bad)], [1, 1])
})
