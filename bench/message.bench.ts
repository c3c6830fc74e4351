import { hourMs } from '@brigade/contract/time.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import http from 'node:http'
import { from as copyFrom } from 'pg-copy-streams'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { announce } from '@brigade/server/message/announce/announce.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'
import { residentMb, watchResident } from './support/resident.ts'
import type { Figure } from './run.ts'

const receivers = Number(process.env['BENCH_RECEIVERS'] ?? 1_000_000)
const streams = 500
const pages = 200

/** Accounts of one organisation, to be pushed to; without the lines of the operation log that each would leave. */
const plant = (count: number) => `
  insert into organisation (parent_id, kind, name, created_at, updated_at)
    select id, 'distributor', 'Bench crowd', now(), now() from organisation where kind = 'platform';
  begin;
  set local session_replication_role = replica;
  insert into account (organisation_id, role_id, account, name, password_hash, created_at, updated_at)
  select made.id, (select id from role where key = 'support'), 'crowd.' || n, 'Person ' || n, '', now() - interval '1 hour', now()
  from organisation made, generate_series(1, ${count}) n where made.name = 'Bench crowd';
  commit`

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const perSecond = (count: number, ms: number) => `${Math.round((count / ms) * 1000).toLocaleString('en')} rows/s`

/** The same rows into a table of the same columns, key and indexes, by COPY alone. */
async function bareCopy(app: DurableApp, count: number): Promise<number> {
  await app.pool.query('create table bench_copy (like message_delivery_' + month() + ' including all)')
  const client = await app.pool.connect()
  const now = new Date().toISOString()
  const day = `${now.slice(0, 7)}-01`
  function* lines() {
    for (let n = 1; n <= count; n += 1)
      yield `${day}\t1\taccount\t${n}\tinbox\tsent\t\\N\t\t\t0\t${now}\t\\N\t${now}\t\\N\n`
  }
  try {
    const begun = performance.now()
    await pipeline(Readable.from(lines()), client.query(copyFrom('copy bench_copy from stdin')))
    return performance.now() - begun
  } finally {
    client.release()
    await app.pool.query('drop table bench_copy')
  }
}
const month = () => new Date().toISOString().slice(0, 7).replace('-', '')

/** The same rows by INSERT in transactions of as many as a push writes at once. */
async function bareInsert(app: DurableApp, count: number): Promise<number> {
  await app.pool.query('create table bench_insert (like message_delivery_' + month() + ' including all)')
  const begun = performance.now()
  for (let from = 0; from < count; from += 500)
    await app.pool.query(
      `insert into bench_insert (month, message_id, receiver_kind, receiver_id, channel, state, created_at, sent_at)
       select date_trunc('month', now())::date, 1, 'account', n, 'inbox', 'sent', now(), now() from generate_series($1::int, $2::int) n`,
      [from + 1, Math.min(from + 500, count)],
    )
  const took = performance.now() - begun
  await app.pool.query('drop table bench_insert')
  return took
}

type Pushed = Readonly<{ ms: number; messageId: string }>

async function push(app: DurableApp, token: string, url: string, organisationId: string): Promise<Pushed> {
  const body = {
    type: 'notice',
    words: { en: { title: 'Bench', content: 'Bench' }, zh: { title: '', content: '' } },
    audience: { to: 'staff', organisationId },
    pushAt: null,
    validUntil: null,
    password: testPassword,
  }
  const response = await fetch(addressOf(url, taskApi.addTask, {}), {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(await response.text())
  const row = await until(
    'the push to be sent',
    async () => {
      const { rows } = await app.pool.query<{ ms: number | null; messageId: string }>(
        `select extract(epoch from ended_at - started_at) * 1000 as ms, message_id::text as "messageId"
         from push_task where state = 'sent' order by id desc limit 1`,
      )
      return rows[0]
    },
    hourMs,
  )
  return { ms: Number(row.ms), messageId: row.messageId }
}

type Reader = Readonly<{ id: string; token: string }>

/** 2,000 messages, all of them in one inbox. */
async function plantInbox(app: DurableApp, reader: Reader): Promise<void> {
  await app.pool.query(
    `with made as (
      insert into message (month, pushed_at, kind, type, organisation_id, params, title, audience)
      select date_trunc('month', now())::date, now(), 'task', 'notice', (select id from organisation where kind = 'platform'),
        '{"en":{"title":"Bench","content":"Text"},"zh":{"title":"","content":""}}', 'Bench', 'all' from generate_series(1, 2000) returning id, month)
    insert into message_delivery (month, message_id, receiver_kind, receiver_id, channel, state, created_at)
    select month, id, 'account', $1::bigint, 'inbox', 'sent', now() from made`,
    [reader.id],
  )
  await app.pool.query('analyze message')
  await app.pool.query('analyze message_delivery')
}

/** A list over HTTP against its own SQL, one after the other. */
async function listFigure(
  name: string,
  { address, token, sql }: Readonly<{ address: string; token: string; sql: () => Promise<unknown> }>,
): Promise<Figure> {
  const page = async () => {
    const response = await fetch(address, { headers: { authorization: token } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(text)
  }
  const took: Readonly<Record<'http' | 'sql', number[]>> = { http: [], sql: [] }
  for (let round = 0; round < 20; round += 1) await page()
  for (let round = 0; round < pages; round += 1)
    for (const [kind, run] of [['http', page] as const, ['sql', sql] as const]) {
      const from = performance.now()
      await run()
      took[kind].push(performance.now() - from)
    }
  const [measured, bare] = [percentile(took.http, 0.5), percentile(took.sql, 0.5)]
  return {
    name: `p50 of ${name}, HTTP against the same SQL alone`,
    measured: `${measured.toFixed(1)} ms`,
    against: `${bare.toFixed(1)} ms`,
    ratio: measured / bare,
    goal: `1.5 and 3 ms, here ${(bare * 1.5 + 3).toFixed(1)} ms`,
  }
}

async function inboxPage(app: DurableApp, url: string, reader: Reader): Promise<Figure> {
  const inbox = `from message_delivery d join message m on m.month = d.month and m.id = d.message_id
    where d.receiver_kind = 'account' and d.receiver_id = $1 and d.channel = 'inbox' and m.removed_at is null
      and (m.valid_until is null or m.valid_until > now())`
  const sql = () =>
    Promise.all([
      app.pool.query(`select m.*, d.state ${inbox} order by d.message_id desc limit 25`, [reader.id]),
      app.pool.query(`select count(*) from (select 1 ${inbox} limit 10001) counted`, [reader.id]),
      app.pool.query(`select count(*) from (select 1 ${inbox} and d.state = 'sent' limit 100) counted`, [reader.id]),
      app.pool.query('select units from account_notify where account_id = $1', [reader.id]),
    ])
  const address = addressOf(url, messageApi.bell, { pageSize: 25 })
  return listFigure('a page of an inbox of 2,000', { address, token: reader.token, sql })
}

async function messagePage(app: DurableApp, url: string, { token }: Reader): Promise<Figure> {
  const sql = async () => {
    const { rows } = await app.pool.query<{ id: string; month: string }>(
      `select m.*, o.name from message m join organisation o on o.id = m.organisation_id order by m.pushed_at desc, m.id desc limit 25`,
    )
    await app.pool.query('select count(*) from (select 1 from message limit 10001) counted')
    await app.pool.query(
      `select c.message_id, c.state, sum(c.deliveries) from unnest($1::date[], $2::bigint[]) as wanted (month, id)
       join message_count c on c.month = wanted.month and c.message_id = wanted.id group by 1, 2`,
      [rows.map(({ month: of }) => of), rows.map(({ id }) => id)],
    )
  }
  const address = addressOf(url, messageApi.page, { pageSize: 25 })
  return listFigure('a page of 2,000 messages with their counts', { address, token, sql })
}

/** A page of the receivers of the largest message. */
async function deliveryPage(app: DurableApp, url: string, { token }: Reader, messageId: string): Promise<Figure> {
  const of = `from message_delivery d join account a on a.id = d.receiver_id join organisation o on o.id = a.organisation_id
    where d.month = date_trunc('month', now())::date and d.message_id = $1 and d.receiver_kind = 'account'`
  const sql = () =>
    Promise.all([
      app.pool.query(`select d.*, a.name, o.name ${of} order by d.receiver_id limit 25`, [messageId]),
      app.pool.query(`select count(*) from (select 1 ${of} limit 10001) counted`, [messageId]),
    ])
  const address = addressOf(url, messageApi.deliveries, { messageId, pageSize: 25 })
  return listFigure(`a page of ${receivers.toLocaleString('en')} deliveries of a message`, { address, token, sql })
}

/** From the commit of an announcement to the event on each of many open streams. */
async function live(app: DurableApp, url: string, organisationId: string): Promise<Figure> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: streams })
  const readers: MadeAccount[] = []
  for (let index = 0; index < streams; index += 1) readers.push(await make.account(app, { role: 'support' }))
  const took: number[] = []
  let begun = 0
  const opened: http.IncomingMessage[] = []
  for (const { token } of readers) {
    const stream = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const headers = { authorization: token, accept: 'text/event-stream' }
      http.get(addressOf(url, messageApi.live, {}), { agent, headers }, resolve).once('error', reject)
    })
    stream.setEncoding('utf8')
    let isReceived = false
    stream.on('data', (text: string) => {
      if (isReceived || !text.includes('"newest":{')) return
      isReceived = true
      took.push(performance.now() - begun)
    })
    opened.push(stream)
  }
  await app.db.transaction().execute(async (trx) => {
    await announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Bench', at: new Date().toISOString(), celsius: 4 },
      organisationId,
      accounts: readers.map(({ id }) => id),
    })
    begun = performance.now()
  })
  await until('all streams to have received it', () => took.length === streams, 60_000)
  for (const stream of opened) stream.destroy()
  agent.destroy()
  const p95 = percentile(took, 0.95)
  return {
    name: `from announce to ${streams} open streams, p95 (p50 ${percentile(took, 0.5).toFixed(0)} ms)`,
    measured: `${p95.toFixed(0)} ms`,
    against: '1,000 ms',
    ratio: p95 / 1000,
    goal: 'below 1',
  }
}

/** A push to very many receivers against COPY and INSERT of the same rows; a page of an inbox; open streams. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const admin = await make.account(app, { role: 'administrator' })
  await app.pool.query(plant(receivers))
  await app.pool.query('analyze account')
  const { rows } = await app.pool.query<{ id: string }>(`select id::text from organisation where name = 'Bench crowd'`)
  const crowd = rows[0]?.id ?? ''
  const api = await app.start('api')
  const worker = await app.start('worker')
  const atRest = residentMb(worker.pid)
  const memory = watchResident(worker.pid)
  const { ms: pushed, messageId } = await push(app, admin.token, api.url, crowd)
  const most = memory.stop()
  const copied = await bareCopy(app, receivers)
  const inserted = await bareInsert(app, receivers)
  const count = receivers.toLocaleString('en')
  const streamed = await live(app, api.url, admin.organisationId)
  await plantInbox(app, admin)
  return [
    {
      name: `a push to ${count} receivers (${seconds(pushed)}), rows a second against a bare COPY of the same`,
      measured: perSecond(receivers, pushed),
      against: perSecond(receivers, copied),
      ratio: copied / pushed,
      goal: 'reported',
    },
    {
      name: `the same against INSERT of the same rows, 500 a transaction (${seconds(inserted)})`,
      measured: seconds(pushed),
      against: seconds(inserted),
      ratio: pushed / inserted,
      goal: 'at most 3',
    },
    {
      name: 'memory of the worker meanwhile, at most, against before',
      measured: `${most.toFixed(0)} MB`,
      against: `${atRest.toFixed(0)} MB`,
      ratio: most / atRest,
      goal: 'the same at any count',
    },
    await inboxPage(app, api.url, admin),
    await messagePage(app, api.url, admin),
    await deliveryPage(app, api.url, admin, messageId),
    streamed,
  ]
}
