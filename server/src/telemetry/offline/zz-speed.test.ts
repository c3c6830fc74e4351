import { test } from 'node:test'
import { sql } from 'kysely'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { make } from '../../testing/make.ts'
import { startTestApp } from '../../testing/start-app.ts'

test('speed', async () => {
  const app = await startTestApp({ roles: ['api'] })
  const { token } = await make.account(app, { role: 'administrator' })
  const { id: organisationId } = await make.organisation(app)
  const me = await make.device(app, { organisationId })
  for (let n = 0; n < 499; n += 1) await make.device(app, { organisationId })
  await sql`insert into online_log (device_id, online, reason, occurred_at)
    select s.device_id, n % 2 = 0, 'connection_lost', now() - interval '1 hour' - make_interval(mins => n * 60) from device_state s, generate_series(0, 600) n`.execute(
    app.db,
  )
  await sql`insert into online_log (device_id, online, reason, occurred_at)
    select ${me.id}::bigint, null, 'refused_credentials', now() - make_interval(secs => n * 3) from generate_series(0, 1000) n`.execute(
    app.db,
  )
  await sql`insert into device_message (device_id, recorded_at, direction, topic, payload, outcome)
    select s.device_id, now() - make_interval(secs => n * 3), 'up', '/sys/a/b/thing/event/property/post', repeat('x', 300), 'stored' from device_state s, generate_series(0, 100) n`.execute(
    app.db,
  )
  await sql`update device_state set online = false, online_changed_at = now() - interval '59 minutes'`.execute(app.db)
  await sql`analyze`.execute(app.db)
  const times: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const at = performance.now()
    const answer = await app.ask(telemetryCalls.oven.whyOffline, { id: me.id }, { token })
    times.push(Math.round((performance.now() - at) * 10) / 10)
    if (n === 0) console.log(answer.status, JSON.stringify(answer.envelope.data).slice(0, 900))
  }
  console.log(times.join(' '))
  await app.stop()
})
