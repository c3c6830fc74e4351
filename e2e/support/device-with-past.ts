import { minuteMs } from '@brigade/contract/time.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { connectMade, isOnline } from '@brigade/server/testing/linked-device.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'

/** A connected oven with data in every place: curve, stages, faults, messages with dropped fields, commands with every outcome. */
export async function ovenWithPast(app: TestApp, name: string) {
  const { token } = await make.account(app, { role: 'administrator', name: 'Anke' })
  const oven = await make.device(app, { name, mac: '00:1A:7D:DA:71:13' })
  const first = await connectMade(app, oven)
  await first.leave()
  await isOnline(app, oven, false)
  const device = await connectMade(app, oven)
  const now = app.clock.now()
  const times = Array.from({ length: 30 }, (_, index) => now - (30 - index) * minuteMs)
  await Promise.all(
    times.map((time, index) =>
      device.report({ ChamberTemp: { value: 40 + index * 5, time }, CoreTemp: { value: 10 + index * 2, time } }),
    ),
  )
  await device.report({
    WorkState: 3,
    ChamberTemp: 185,
    SetTemp: 190,
    CoreTemp: 66,
    Humidity: 40,
    FanSpeed: 60,
    FanRunning: 1,
    Heating: 1,
    DoorState: 0,
    Light: 1,
    WaterLevel: 80,
    ProgramName: '法式面包 Baguette',
    FirmwareVersion: '2.4.1',
    FinishTime: String(now + 40 * minuteMs),
    // One is not in the model, and one is out of range: both are dropped with their reason.
    Unheard: 7,
    SetHumidity: 900,
  })
  const fault = (code: string, active: 0 | 1) =>
    device.send('thing/event/Fault/post', {
      id: `${code}${active}`,
      version: '1.0',
      method: 'thing.event.Fault.post',
      params: { value: { Code: code, Active: active }, time: app.clock.now() },
    })
  await fault('E05', 1)
  await fault('E09', 1)
  await fault('E09', 0)

  const send = async (params: Record<string, number>) => {
    const draft = { kind: 'property.set' as const, deviceId: oven.id, params, password: testPassword }
    const { envelope } = await app.ask(commandCalls.oven.sendCommand, draft, { token })
    await device.receive('thing/service/property/set')
    return envelope.data.id
  }
  const answer = async (id: string, code: number) => {
    await device.send('thing/service/property/set_reply', { id, code, data: {} })
    await until(`command ${id} is answered`, async () => {
      const row = await app.db.selectFrom('command').select('finishedAt').where('id', '=', id).executeTakeFirstOrThrow()
      return row.finishedAt !== null
    })
  }
  await answer(await send({ FanSpeed: 70 }), 200)
  await answer(await send({ SetTemp: 200 }), 460)
  // This one stays pending.
  await send({ SetHumidity: 50 })
  return { oven, device }
}
