import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askForJob } from '../jobs/queue.store.ts'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** A connector and a worker, which answer no calls. */
let connector: TestApp
let worker: TestApp
before(async () => {
  const settings = { METRICS_TOKEN: 'a token for Prometheus' }
  connector = await startTestApp({ roles: ['connector'], settings: { ...settings, CONNECTOR_STATUS_PORT: '0' } })
  worker = await startTestApp({ roles: ['worker'], settings: { ...settings, WORKER_STATUS_PORT: '0' } })
})
after(async () => {
  await connector.stop()
  await worker.stop()
})

const ask = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.addresses.status ?? ''}${path}`, { headers })
/** The figure of a line such as `brigade_jobs_waiting 0`. */
async function figure(app: TestApp, name: string): Promise<number | undefined> {
  const lines = (await (await ask(app, '/metrics')).text()).split('\n')
  const found = lines.find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

test('connector and worker report on their own port that they are alive and can serve', async () => {
  for (const app of [connector, worker]) {
    assert.equal((await ask(app, '/healthz')).status, 200)
    assert.equal((await ask(app, '/readyz')).status, 200)
    assert.ok(((await figure(app, 'process_resident_memory_bytes')) ?? 0) > 0)
  }
})

test('a connector measures connected and refused devices, and its writes', async () => {
  const made = await make.device(connector)
  const device = await connectMade(connector, made)
  await until('the device to be counted', async () => (await figure(connector, 'brigade_device_connections')) === 1)
  await device.report({ DoorOpenings: 1 })
  await device.report({ DoorOpenings: 2 })
  assert.equal(await figure(connector, 'brigade_messages_total'), 2)
  assert.equal(await figure(connector, 'brigade_messages_waiting'), 0)
  assert.equal(await figure(connector, 'brigade_messages_out_of_order_total'), 0)
  await assert.rejects(connectMade(connector, { ...made, secret: 'not the secret' }))
  assert.equal(await figure(connector, 'brigade_device_connections_refused_total'), 1)
  await device.leave()
  await until('nobody to be counted', async () => (await figure(connector, 'brigade_device_connections')) === 0)
})

test('a worker measures the duration of its jobs, and how many wait', async () => {
  await askForJob(worker.db, { name: 'make-partitions', payload: {}, key: 'status test' })
  await until(
    'the job to be counted',
    async () => (await figure(worker, 'brigade_job_seconds_count{job="make-partitions",outcome="done"}')) === 1,
  )
  assert.equal(await figure(worker, 'brigade_jobs_waiting'), 0)
})

test('the metrics of a connector are shown to this machine alone, or for the token', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  assert.equal((await ask(connector, '/metrics', forwarded)).status, 404)
  const authorization = 'Bearer a token for Prometheus'
  assert.equal((await ask(connector, '/metrics', { ...forwarded, authorization })).status, 200)
  assert.equal((await ask(connector, '/api/session/captcha')).status, 404)
})
