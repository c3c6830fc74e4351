import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { CommandDraft } from '@brigade/contract/command/command.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { seal } from '@brigade/server/platform/secret/secret-box.ts'
import { startRollout, type Rollout } from '@brigade/server/testing/firmware/rollout.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { forkRole } from '@brigade/server/testing/process/fork-role.ts'
import { addressOf, startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { testRsaCertificate } from '@brigade/server/testing/test-certificate.ts'
import { until } from '@brigade/server/testing/until.ts'
import type { Driver } from './driver.ts'

/** A Brigade for SDKs: api and worker here, the connector in a process of its own that can be killed, files behind a door that can break off. */
export type Bench = Readonly<{
  app: TestApp
  token: string
  port: number
  /** The certificate and its key, which a client has to trust. */
  certificate: string
  kill: () => Promise<void>
  /** The next answer breaks off after this many bytes. */
  breakNext: (afterBytes: number) => void
  stop: () => Promise<void>
}>

/** Forwards requests to the api; of one answer, if requested, only the beginning. */
async function startDoor() {
  let target = ''
  let breakAfter: number | undefined
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    const { hostname, port } = new URL(target)
    const passed = ask({ host: hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      const most = breakAfter
      breakAfter = undefined
      if (most === undefined) {
        answer.pipe(response)
        return
      }
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, most - sent)
        sent += part.length
        response.write(part, () => {
          if (sent >= most) request.socket.destroy()
        })
      })
    })
    passed.on('error', () => request.socket.destroy())
    request.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    passTo: (url: string) => (target = url),
    breakNext: (afterBytes: number) => (breakAfter = afterBytes),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function startBench(folder: string): Promise<Bench> {
  const certificate = join(folder, 'cert.pem')
  const key = join(folder, 'key.pem')
  await writeFile(certificate, testRsaCertificate.cert)
  await writeFile(key, testRsaCertificate.key, { mode: 0o600 })
  const door = await startDoor()
  const app = await startTestApp({ roles: ['api', 'worker'], settings: { DEVICE_URL: door.url } })
  door.passTo(app.url)
  const { token } = await make.account(app, { role: 'administrator' })
  const settings = { MQTT_TLS_CERT: certificate, MQTT_TLS_KEY: key, DEVICE_URL: door.url }
  let { child, port } = await forkRole(app, 'connector', settings)
  const end = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    app,
    token,
    port,
    certificate,
    kill: async () => {
      await end()
      ;({ child, port } = await forkRole(app, 'connector', { ...settings, MQTT_PORT: String(port) }))
    },
    breakNext: door.breakNext,
    stop: async () => {
      await end()
      door.stop()
      await app.stop()
    },
  }
}

/** `topic`: the SDK has no function for it, and it was done by its `publish` and `subscribe`, as its users do. */
export type How = 'sdk' | 'topic'

export type Made = Awaited<ReturnType<typeof make.device>>

/** One SDK's trial: a product with a secret, its devices, and a driver that is connected as the first of them. */
export type Trial = Readonly<{
  bench: Bench
  rollout: Rollout
  productSecret: string
  oven: Made
  driver: Driver
  another: () => Driver
  /** How a device connects, in addition to its identity. */
  way: Readonly<{ host: string; port: number; tls: boolean; ca: string; model: string }>
}>

/** A product with its secret, and its thing model as we export it. */
export async function makeWorld({ app, token }: Bench, folder: string) {
  const productSecret = 'aProductSecret16'
  const rollout = await startRollout(app, {}, { productSecret: seal(app.settings.secretKey, productSecret) })
  const { productId } = rollout
  await app.db.updateTable('product').set({ dynamicRegistration: 'listed' }).where('id', '=', productId).execute()
  const exported = await fetch(addressOf(app.url, thingModelApi.export, { productId, format: 'alink' }), {
    headers: { authorization: token },
  })
  assert.equal(exported.status, 200)
  const model = join(folder, 'model.json')
  await writeFile(model, Buffer.from(await exported.arrayBuffer()))
  return { rollout, productSecret, model, oven: await make.device(app, rollout) }
}

export const connectAs = (
  driver: Driver,
  way: Trial['way'],
  made: Made,
  more: Readonly<Record<string, unknown>> = {},
) => driver.ask('connect', { ...way, triple: tripleOf(made), ...more })

/** Sends a property set, or a service if one is named, and returns its row once it has ended. */
export async function command(
  { app, token }: Bench,
  { id }: Made,
  params: CommandDraft['params'],
  identifier?: string,
) {
  const sent = { params, deviceId: id, password: testPassword, confirmsHeat: true }
  const body: CommandDraft =
    identifier === undefined ? { ...sent, kind: 'property.set' } : { ...sent, kind: 'service', identifier }
  const { status, envelope } = await app.ask(commandCalls.oven.sendCommand, body, { token })
  assert.equal(status, 200, envelope.msg)
  return until('the command to end', async () => {
    const newest = app.db.selectFrom('command').selectAll().where('deviceId', '=', id).orderBy('id', 'desc').limit(1)
    const row = await newest.executeTakeFirst()
    return row === undefined || row.finishedAt === null ? undefined : row
  })
}
