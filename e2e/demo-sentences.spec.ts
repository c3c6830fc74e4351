import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publishedPassword } from '@brigade/server/platform/settings.ts'
import { signIn } from '@brigade/server/testing/sign-in.ts'
import { until } from '@brigade/server/testing/until.ts'
import { sql, type RawBuilder } from 'kysely'
import { openConsole, type Console } from './support/open-console.ts'

/**
 * Reads sentences about the demo from the screens of the console, and counts the rows again in the plainest way. The
 * past is four days long here, and its devices have been switched off since.
 */

let at: Console
let token: string
/** The broken refrigerator, the broken oven, and the refrigerator and the oven that are away since the day before. */
let ids: Readonly<Record<'compressor' | 'fan' | 'silentCooler' | 'silentOven', string>>

before(async () => {
  at = await openConsole({ settings: { DEMO: 'on', OVENS: '4', COOLERS: '4', DEMO_DAYS: '4' } })
  token = await signIn(at.app, 'admin', publishedPassword)
  await until(
    'the past is written and counted',
    async () =>
      (await one(sql<{ many: number }>`select count(*)::int as many from statistic_run where outcome = 'succeeded'`))
        .many > 0,
    300_000,
  )
  const ended = await all(sql<{ id: string; ending: string; kind: string }>`
    select device_id::text as id, ending, kind from demo_past join device_state using (device_id) where ending is not null`)
  const idOf = (ending: string, kind: string) =>
    ended.find((each) => each.ending === ending && each.kind === kind)?.id ?? assert.fail(`${ending} ${kind}`)
  ids = {
    compressor: idOf('compressor', 'cooler'),
    fan: idOf('fan', 'oven'),
    silentCooler: idOf('offline', 'cooler'),
    silentOven: idOf('offline', 'oven'),
  }
})
after(() => at.stop())

const all = async <R>(query: RawBuilder<R>): Promise<R[]> => (await query.execute(at.app.db)).rows
const one = async <R>(query: RawBuilder<R>): Promise<R> => (await all<R>(query))[0] ?? assert.fail('no row')
const number = async (query: RawBuilder<{ n: string }>): Promise<number> => Number((await one(query)).n)

const inEnglish = (start: string, work: (page: Page) => Promise<void>, width = 1440) =>
  at.inWindow({ as: { token }, language: 'en', width, start }, work)

/** Waits until the screen shows the sentence; returns the captured groups. */
async function said(page: Page, sentence: RegExp): Promise<string[]> {
  const groups = await until(`the screen says ${sentence}`, async () => {
    const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ')
    return sentence.exec(text)?.slice(1)
  }).catch(async (cause: unknown) => {
    throw new Error((await page.locator('body').innerText()).replaceAll(/\s+/g, ' '), { cause })
  })
  return groups
}

const digits = (text = ''): number => Number(text.replaceAll(',', '').replace('−', '-'))
/** A time of the screen, which is in Shanghai. */
const instant = (text = ''): number => Date.parse(`${text.replace(' ', 'T')}+08:00`)
const second = (value: string): number => Math.floor(Date.parse(value) / 1000) * 1000

const partsMs: Readonly<Record<string, number>> = { d: dayMs, h: hourMs, min: minuteMs, s: 1000 }
/** `1 d 2 h` omits the units smaller than its last one. */
function assertLasts(text: string, ms: number): void {
  const parts = [...text.matchAll(/(\d+) (d|h|min|s)/g)].map(
    ([, many = '', unit = '']) => [Number(many), unit] as const,
  )
  const shown = parts.reduce((sum, [many, unit]) => sum + many * (partsMs[unit] ?? Number.NaN), 0)
  const smallest = parts.length === 2 ? (parts[0]?.[1] === 'd' ? hourMs : minuteMs) : hourMs
  assert.ok(parts.length > 0 && ms >= shown - minuteMs && ms < shown + smallest + minuteMs, `${text} of ${ms} ms`)
}

/** Every value of a property of a device, sealed or not. */
const pointsOf = (id: string, identifier: string) => sql`
  select v.reported_at, v.number, v.text from device_history_value v join property_identifier i on i.id = v.property_id
  where v.device_id = ${id}::bigint and i.identifier = ${identifier}
  union all
  select p.reported_at, p.number, p.value from device_history_day h join property_identifier i on i.id = h.property_id
  cross join lateral sealed_points(h) as p where h.device_id = ${id}::bigint and i.identifier = ${identifier}`

const records = sql`(
  select id, device_id, device_kind, organisation_id, type, identifier, code, severity, condition, raised_at, shelved_until, true as is_open from fault_open
  union all
  select id, device_id, device_kind, organisation_id, type, identifier, code, severity, condition, raised_at, null, false from fault_record)`

test('the start page says of a fault, an excursion and a silent device since when, and how many there are', async () => {
  await inEnglish('/data/statistics', async (page) => {
    const open = await all(sql<{ identifier: string; raisedAt: string; handling: string; lostAt: string | null }>`
      select f.identifier, f.raised_at, f.handling,
        (select max(occurred_at) from online_log l where l.device_id = f.device_id and not online) as lost_at
      from fault_open f where f.condition = 'active' and device_id in (${ids.compressor}::bigint, ${ids.silentCooler}::bigint)`)
    for (const [identifier, words] of [
      ['Fault', 'Compressor does not start'],
      ['Excursion', 'Temperature above its limit'],
      ['Offline', 'Offline'],
    ] as const) {
      const row = open.find((each) => each.identifier === identifier) ?? assert.fail(identifier)
      const [since = '', lasts = '', next] = await said(
        page,
        new RegExp(`${words} [A-Z0-9]+ · [^·]+ · \\S+ since (\\S+ \\S+), ((?:\\d+ \\w+ ?){1,2}) (Nobody|Acknowledged)`),
      )
      assert.equal(instant(since), second(row.raisedAt), words)
      assertLasts(lasts, at.app.clock.now() - Date.parse(row.raisedAt))
      assert.equal(next === 'Acknowledged', row.handling === 'acknowledged', words)
      // An alarm of silence begins when the silence began.
      if (identifier === 'Offline') assert.equal(row.raisedAt, row.lostAt)
    }
    const [critical] = await said(page, /(\d+) active critical fault/)
    assert.equal(
      digits(critical),
      await number(
        sql<{
          n: string
        }>`select count(*) as n from fault_open where type = 'fault' and condition = 'active' and severity = 'critical'`,
      ),
    )
    const [raised, asOf = ''] = await said(page, /Faults raised ([\d,]+) as of (?:\S+ )?(\d\d:00)/)
    const { from, to } = await one(sql<{ from: string; to: string }>`
      select day_start(r.day - 6, 'Asia/Shanghai') as "from", r.due_at as "to" from statistic_run r
      where outcome = 'succeeded' order by due_at desc limit 1`)
    assert.equal(new Date(Date.parse(to) + 8 * hourMs).toISOString().slice(11, 16), asOf)
    const naive = await number(
      sql<{
        n: string
      }>`select count(*) as n from ${records} as r where type = 'fault' and raised_at >= ${from}::timestamptz and raised_at < ${to}::timestamptz`,
    )
    assert.ok(naive > 0)
    assert.equal(digits(raised), naive)
  })
})

test('start page, inboxes, map and wall show one number for what is wrong in the demo now', async () => {
  const faults = await number(sql<{ n: string }>`select count(*) as n from fault_open where type = 'fault'`)
  const devices = await number(
    sql<{ n: string }>`select count(distinct device_id) as n from fault_open where type = 'fault'`,
  )
  const excursions = await number(
    sql<{ n: string }>`select count(*) as n from fault_open where alert_type = 'excursion' and condition = 'active'`,
  )
  const installed = await number(sql<{ n: string }>`select count(*) as n from device_state where installed`)
  assert.ok(faults > 1 && devices > 1 && excursions > 0 && installed > devices)
  await inEnglish('/data/statistics', async (page) => {
    assert.equal(digits((await said(page, /Open faults ([\d,]+) Live/))[0]), faults)
    assert.equal(digits((await said(page, /Running excursions ([\d,]+) Live/))[0]), excursions)
  })
  await inEnglish('/data/dataWatchEn', async (page) => {
    const [many, on] = await said(page, /Open faults ([\d,]+) on ([\d,]+) devices?/)
    assert.deepEqual([digits(many), digits(on)], [faults, devices])
    assert.equal(digits((await said(page, /Temperature excursions Live, ([\d,]+) open/))[0]), excursions)
    assert.equal(digits((await said(page, /Devices Live ([\d,]+)/))[0]), installed)
  })
  for (const [kind, inbox, list] of [
    ['oven', '/fault/list', '/recipeManage/device/list'],
    ['cooler', '/fault/iceDevicelist', '/iceDevice/list'],
  ] as const) {
    await inEnglish(inbox, async (page) => {
      const [open] = await said(page, /Open (\d+) Critical/)
      assert.equal(
        digits(open),
        await number(sql<{ n: string }>`select count(*) as n from fault_open where device_kind = ${kind}`),
      )
    })
    await inEnglish(`${list}?view=map`, async (page) => {
      const of = sql`device_state s where s.installed and s.kind = ${kind}`
      assert.equal(
        digits((await said(page, /([\d,]+) devices? found/))[0]),
        await number(sql<{ n: string }>`select count(*) as n from ${of}`),
      )
      // Device, online, faulty: the last column of all places, those abroad too.
      const cells = page.getByRole('row').locator('td:last-child')
      await cells.first().waitFor()
      const sum = (await cells.allInnerTexts()).reduce((total, text) => total + digits(text), 0)
      assert.equal(
        sum,
        await number(
          sql<{
            n: string
          }>`select count(*) as n from ${of} and exists (select from fault_open f where f.type = 'fault' and f.device_id = s.device_id)`,
        ),
      )
    })
  }
})

test('the page of a device says since when it is away, how much it was there, and how long its warranty runs', async () => {
  await inEnglish(`/iceDevice/list/detail?id=${ids.silentCooler}`, async (page) => {
    const log = await all(sql<{ at: string; online: boolean }>`
      select occurred_at as at, online from online_log where device_id = ${ids.silentCooler}::bigint order by occurred_at, seq`)
    const last = log.at(-1) ?? assert.fail()
    assert.equal(last.online, false)
    const [since = '', lasts = ''] = await said(page, /Offline since (\S+ \S+) · ((?:\d+ \w+ ?){1,2})/)
    assert.equal(instant(since), second(last.at))
    assertLasts(lasts, at.app.clock.now() - Date.parse(last.at))
    // The past is four of the seven days long: the other days are unknown, and count as neither.
    const [share] = await said(page, /([\d.]+)% online of the 4 d(?: \d+ \w+)? known/)
    const now = at.app.clock.now()
    const { begins } = await one(
      sql<{ begins: string }>`select begins_at as begins from demo_past where device_id = ${ids.silentCooler}::bigint`,
    )
    const begin = Date.parse(begins)
    const online = log.reduce((sum, { at: began, online: isOn }, index) => {
      const turns = Math.max(begin, Date.parse(log[index + 1]?.at ?? ''))
      return sum + (isOn ? turns - Math.max(begin, Date.parse(began)) : 0)
    }, 0)
    const naive = (online / (now - begin)) * 100
    assert.ok(Math.abs(digits(share) - naive) < 1, `${share} % on screen, ${naive} % by the log`)
    const [left] = await said(page, /In warranty, ([\d,]+) d left/)
    const { until: ends } = await one(
      sql<{ until: string }>`select warranty_until as until from device where id = ${ids.silentCooler}::bigint`,
    )
    assert.ok(Math.abs(digits(left) - (Date.parse(ends) - at.app.clock.now()) / dayMs) <= 1, `${left} d to ${ends}`)
    const [report = ''] = await said(page, /last report (\d\d-\d\d \d\d:\d\d:\d\d)/)
    const { reported } = await one(
      sql<{
        reported: string
      }>`select reported_at as reported from device_shadow where device_id = ${ids.silentCooler}::bigint`,
    )
    assert.equal(instant(`${new Date(Date.parse(reported) + 8 * hourMs).getUTCFullYear()}-${report}`), second(reported))
  })
})

test('the temperatures of a refrigerator and its excursion are those of its readings', async () => {
  await inEnglish(`/iceDevice/list/detail?id=${ids.compressor}&tab=temperature`, async (page) => {
    // Two minutes after the connection was lost the excursion is no longer known to last, so its end is that moment.
    const [start = '', , worst, worstAt = ''] = await said(
      page,
      // A star where its connection was lost for a moment meanwhile.
      /(\S+ \S+) (?:ongoing|\d{4}-\S+ \S+) ((?:\d+ \w+ ?){1,2})(?:\* )?[\d.]+ °C ([\d.]+) °C (\S+ \S+) Too warm/,
    )
    const { raisedAt, output } = await one(sql<{ raisedAt: string; output: { worstC: number; worstAt: number } }>`
      select raised_at, output from fault_open where device_id = ${ids.compressor}::bigint and alert_type = 'excursion'`)
    assert.equal(instant(start), second(raisedAt))
    assert.deepEqual([Number(worst), instant(worstAt)], [output.worstC, Math.floor(output.worstAt / 1000) * 1000])
    const naive = await one(sql<{ lowest: number; highest: number; many: number }>`
      select min(number)::float8 as lowest, max(number)::float8 as highest, count(*)::int as many
      from (${pointsOf(ids.compressor, 'CabinetTemp')}) as p where reported_at > ${new Date(at.app.clock.now() - dayMs).toISOString()}::timestamptz`)
    const [lowest, highest, reports] = await said(page, /Lowest (−?[\d.]+) °C Highest (−?[\d.]+) °C.* Reports ([\d,]+)/)
    assert.deepEqual([digits(lowest), digits(highest)], [naive.lowest, naive.highest])
    assert.ok(naive.many > 250 && Math.abs(digits(reports) - naive.many) <= 2, `${reports} of ${naive.many}`)
    // The last reading before it was switched off is at least a minute old, because everything before was evaluated.
    const [share] = await said(page, /of 1 d judged \(([\d.]+)%\)/)
    assert.ok(digits(share) > 98, `${share} %`)
  })
})

test('a fault shows the readings of its moment, and who did what about it', async () => {
  await inEnglish('/data/statistics', async (page) => {
    await page.getByRole('button', { name: /Compressor does not start/ }).click()
    const [cabinet] = await said(page, /Readings at the time .* Cabinet temperature (−?[\d.]+) °C/)
    const { at: raised, value } = await one(sql<{ at: string; value: number }>`
      select f.raised_at as at, (select number from (${pointsOf(ids.compressor, 'CabinetTemp')}) as p
        where p.reported_at <= f.raised_at order by p.reported_at desc limit 1)::float8 as value
      from fault_open f where f.device_id = ${ids.compressor}::bigint and f.code = 'E05' and f.type = 'fault'`)
    assert.equal(digits(cabinet), value, `at ${raised}`)
    const [acted = '', name] = await said(page, /What happened (\S+ \S+) Acknowledged · (.+?) \d{4}-/)
    const act = await one(sql<{ at: string; name: string }>`
      select a.at, c.name from fault_act a join account c on c.id = a.account_id join fault_open f on f.id = a.fault_id
      where a.act = 'acknowledge' and f.device_id = ${ids.compressor}::bigint and f.code = 'E05' and f.type = 'fault'`)
    assert.deepEqual([instant(acted), name], [second(act.at), act.name])
  })
})

test('a recipe says how often it was cooked, an upgrade how often it failed, a customer how many devices it has', async () => {
  const recipe = await one(sql<{ id: string; cooked: number; kept: number }>`
    select c.recipe_id::text as id, count(*)::int as cooked,
      (select count(*)::int from recipe_favourite f where f.recipe_id = c.recipe_id) as kept
    from recipe_cooked c where c.recipe_id is not null group by c.recipe_id order by 2 desc, 1 limit 1`)
  await inEnglish(`/recipeManage/recipeList/RecipeDetail?id=${recipe.id}`, async (page) => {
    const [kept, cooked] = await said(page, /Favourites ([\d,]+) Downloads [\d,]+ Cooked ([\d,]+)/)
    assert.deepEqual([digits(kept), digits(cooked)], [recipe.kept, recipe.cooked])
  })
  const task = await one(sql<{ id: string; failed: number; all: number }>`
    select task_id::text as id, count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state <> 'excluded')::int as "all"
    from upgrade_device group by 1 order by 2 desc, 1 limit 1`)
  assert.ok(task.failed > 0)
  await inEnglish(`/fota/task/detail?id=${task.id}`, async (page) => {
    const [upgrades, failed, share] = await said(page, /Upgrades ([\d,]+) .*?Failed ([\d,]+?)\s?,?\s?([\d.]+)%/)
    assert.deepEqual([digits(upgrades), digits(failed)], [task.all, task.failed])
    assert.ok(Math.abs(digits(share) - (task.failed / task.all) * 100) < 0.6)
  })
  const customer = await one(sql<{ id: string; ovens: number; coolers: number }>`
    select o.id::text as id, count(*) filter (where s.kind = 'oven')::int as ovens, count(*) filter (where s.kind = 'cooler')::int as coolers
    from organisation o join device_state s on s.organisation_id = o.id and s.installed where o.kind = 'customer' group by 1 order by count(*) desc, 1 limit 1`)
  await inEnglish(`/customer/detail?id=${customer.id}`, async (page) => {
    const [of, ovens, coolers] = await said(page, /Online \d+ ?,? of (\d+) Ovens (\d+) Refrigeration (\d+)/)
    assert.deepEqual([of, ovens, coolers].map(digits), [
      customer.ovens + customer.coolers,
      customer.ovens,
      customer.coolers,
    ])
  })
})

test('the statistics of a whole day are those of the online log and of the records, and call a code by what it means', async () => {
  const { day } = await one(
    sql<{ day: string }>`select ((min(ends_at) at time zone 'Asia/Shanghai')::date - 1)::text as day from demo_past`,
  )
  await inEnglish(`/data/statistics?tab=devices&range=own&from=${day}&to=${day}`, async (page) => {
    const { share } = await one(sql<{ share: number }>`
      with bounds as (select day_start(${day}::date, 'Asia/Shanghai') as since, day_start(${day}::date + 1, 'Asia/Shanghai') as until),
        turn as (select l.device_id, l.online, l.occurred_at as since,
            lead(l.occurred_at, 1, 'infinity') over (partition by l.device_id order by l.occurred_at, l.seq) as until
          from online_log l join device_state s using (device_id) where s.kind = 'cooler' and s.installed),
        there as (select greatest(turn.since, bounds.since) as since, least(turn.until, bounds.until) as until from turn cross join bounds where turn.online)
      select (100 * sum(extract(epoch from until - since)) filter (where until > since) / 86400
        / (select count(distinct device_id) from turn))::float8 as share from there`)
    const [availability] = await said(page, /Availability ([\d.]+) ?%/)
    assert.ok(Math.abs(digits(availability) - share) < 0.06, `${availability} % on screen, ${share} % by the log`)
  })
  await inEnglish('/data/statistics?tab=devices', async (page) => {
    const { many: naive, all: whole } = await one(sql<{ many: number; all: number }>`
      select count(*) filter (where d.warranty_until > now())::int as many, count(*)::int as "all"
      from device_state s join device d on d.id = s.device_id where s.installed`)
    const bars = page.getByRole('region', { name: 'Devices by warranty' }).getByRole('listitem')
    const [many, share] = await until('the share in warranty', async () =>
      /^In warranty ([\d,]+) ([\d.]+)%$/
        .exec(((await bars.filter({ hasText: 'In warranty' }).textContent()) ?? '').replaceAll(/\s+/g, ' ').trim())
        ?.slice(1),
    )
    assert.equal(digits(many), naive)
    assert.ok(naive > 0 && Math.abs(digits(share) - (naive / whole) * 100) < 0.6)
  })
  await inEnglish('/data/statistics?tab=faults&kind=cooler&range=30', async (page) => {
    const codes = await all(sql<{ name: string; many: number }>`
      select string_agg(distinct c.en_name, ' / ') as name, count(distinct r.id)::int as many
      from ${records} as r join device_state s on s.device_id = r.device_id
      join fault_code c on c.product_id = s.product_id and c.identifier = r.identifier and c.code = r.code
      where r.type = 'fault' and r.device_kind = 'cooler'
        and r.raised_at < (select max(due_at) from statistic_run where outcome = 'succeeded') group by r.code`)
    assert.ok(codes.length > 0)
    const bars = page.getByRole('region', { name: 'Faults raised by code' }).getByRole('listitem')
    await bars.first().waitFor()
    const shown = (await bars.allTextContents()).map((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/ [\d.]+%$/, ''),
    )
    assert.deepEqual(shown.toSorted(), codes.map(({ name, many }) => `${name} ${many}`).toSorted())
  })
})

test('the list of messages says how many read each, as its deliveries do', async () => {
  const newest = await all(sql<{ read: number }>`
    select (select count(*)::int from message_delivery d where d.message_id = m.id and d.channel = 'inbox' and d.read_at is not null) as read
    from message m where m.removed_at is null order by m.pushed_at desc, m.id desc limit 10`)
  // The newest messages may concern present faults, which nobody has read.
  assert.ok(newest.some(({ read }) => read > 0))
  await inEnglish('/message/list', async (page) => {
    const shown = await until('the list of messages', async () => {
      const rows = (await page.getByRole('row').allInnerTexts()).filter((text) => text.includes('In the inboxes'))
      const reads = rows.map((text) => digits(/Read\s+([\d,]+)/.exec(text)?.[1] ?? '0'))
      return reads.length >= newest.length ? reads.slice(0, newest.length) : undefined
    })
    assert.deepEqual(
      shown,
      newest.map(({ read }) => read),
    )
  })
})
