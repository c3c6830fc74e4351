import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { after, before, test } from 'node:test'
import { connectDevice } from '../testing/fake-device.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { historyOf, isOnline, onlineLogOf, shadowOf, tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
const children: ChildProcess[] = []
before(async () => {
  app = await startTestApp({ roles: [] })
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await app.stop()
})

async function startConnectorProcess() {
  const started = await forkRole(app, 'connector')
  children.push(started.child)
  return started
}

type Made = Awaited<ReturnType<typeof make.device>>
type Fleet = { made: Made; isTimed: boolean; sent: Set<number>; acknowledged: Set<number> }

const startedAt = Date.now() - hourMs
const postOf = ({ isTimed }: Fleet, index: number) => ({
  id: String(index),
  version: '1.0',
  params: { DoorOpenings: isTimed ? { value: index, time: startedAt + index } : index },
})

/** Publishes messages in order, up to 40 in flight, until the connection is closed. */
async function publishUntilGone(port: number, one: Fleet) {
  const device = await connectDevice(port, tripleOf(one.made))
  let underWay = 0
  for (let index = one.sent.size; device.isConnected(); index += 1) {
    one.sent.add(index)
    underWay += 1
    device.send('thing/event/property/post', postOf(one, index)).then(
      () => {
        one.acknowledged.add(index)
        underWay -= 1
      },
      () => undefined,
    )
    while (underWay >= 40 && device.isConnected()) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('acknowledged messages are stored after the connector is killed, unacknowledged ones can be sent again, and nothing is stored twice', async () => {
  const fleet: Fleet[] = []
  for (let number = 0; number < 4; number += 1) {
    fleet.push({ made: await make.device(app), isTimed: number % 2 === 0, sent: new Set(), acknowledged: new Set() })
  }
  const first = await startConnectorProcess()
  const publishing = fleet.map((one) => publishUntilGone(first.port, one))
  await until('enough to be acknowledged', () => fleet.every((one) => one.acknowledged.size > 300), 30_000)
  first.child.kill('SIGKILL')
  await Promise.all(publishing)

  for (const { made, sent, acknowledged } of fleet) {
    const stored = new Set((await historyOf(app, made, 'DoorOpenings')).map((row) => row.number))
    assert.deepEqual(
      [...acknowledged].filter((index) => !stored.has(index)),
      [],
    )
    assert.ok(sent.size > acknowledged.size, 'nothing was under way when the connector was killed')
  }

  const second = await startConnectorProcess()
  for (const { made } of fleet) {
    await isOnline(app, made, false)
    assert.equal((await onlineLogOf(app, made)).at(-1)?.reason, 'gateway_lost')
  }
  for (const one of fleet) {
    const device = await connectDevice(second.port, tripleOf(one.made))
    const unacknowledged = [...one.sent].filter((index) => !one.acknowledged.has(index))
    await Promise.all(
      unacknowledged.map((index) => device.send('thing/event/property/post', postOf(one, index), { dup: true })),
    )
    const stored = (await historyOf(app, one.made, 'DoorOpenings')).map((row) => row.number ?? -1)
    assert.deepEqual(
      stored.toSorted((a, b) => a - b),
      [...one.sent].toSorted((a, b) => a - b),
    )
    assert.equal(Number((await shadowOf(app, one.made)).version), one.sent.size)
    await device.leave()
  }
})
