import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { modbusDtu } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Display of devices with little data. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator', name: 'Anke' })
})
after(() => at.stop())

test('of half an hour of a day there is no all-clear, no share of seven days, and the axis shows the span that is pressed', async (t) => {
  const now = at.app.clock.now()
  const cooler = await make.device(at.app, { kind: 'cooler', name: 'New cold room', createdAt: now - 40 * minuteMs })
  const device = await connectMade(at.app, cooler)
  t.after(() => device.vanish())
  for (let minute = 30; minute > 0; minute -= 1) {
    const time = now - minute * minuteMs
    const values = { CabinetTemp: 4, SetPoint: 4, HighLimit: 8, LowLimit: 0 }
    const timed = Object.entries(values).map(([name, value]) => [name, { value, time }] as const)
    await device.report(Object.fromEntries(timed))
  }
  const start = `/iceDevice/list/detail?id=${cooler.id}`
  await at.inWindow({ as: person, start: `${start}&tab=temperature` }, async (page) => {
    await page.getByText(/^No excursion in the (29|3\d) min judged$/).waitFor()
    assert.equal(await page.getByText('No excursion in this span').count(), 0)
    assert.match(await page.getByText(/ judged \(/).innerText(), /min of 1 d judged/)
    await assertAccessible(page, 'a span that is known in part')
  })
  await at.inWindow({ as: person, start }, async (page) => {
    await page.getByText(/online of the (39|4\d) min known/).waitFor()
    for (const [span, hours] of [
      ['6 h', 6],
      ['24 h', 24],
    ] as const) {
      await page.getByText(span, { exact: true }).click()
      const from = new Date(at.app.clock.now() + (8 - hours) * hourMs).toISOString().slice(0, 10)
      const plot = page.getByRole('img', { name: /^Cabinet and evaporator: / })
      const name = (await plot.getAttribute('aria-label')) ?? ''
      const [first = '', last = ''] = name.replace(/^.*?: /, '').split(' – ')
      assert(first.startsWith(from), name)
      assert(Math.abs(Date.parse(last) - Date.parse(first) - hours * hourMs) < 2 * minuteMs, name)
    }
  })
})

test('an unplugged probe has no temperature, an idle oven is not ready in 1970, and a modem is not judged', async (t) => {
  const oven = await make.device(at.app, { name: 'Idle oven' })
  const device = await connectMade(at.app, oven)
  t.after(() => device.vanish())
  const idle = { WorkState: 0, StageMode: 0, FinishTime: '0', ProgramRemaining: 754 }
  await device.report({ ...idle, ChamberTemp: 160, CoreTemp: 149.9, CoreProbe: 0 })
  await at.inWindow({ as: person, start: `/recipeManage/device/list/detail?id=${oven.id}` }, async (page) => {
    await page.getByText('160.0').first().waitFor()
    for (const wrong of ['149.9', '1970-01-01', 'Thaw', '754']) assert.equal(await page.getByText(wrong).count(), 0)
    await device.report({ CoreProbe: 1 })
    await page.getByText('149.9').first().waitFor()
  })
  const properties = modbusDtu.properties.filter(({ identifier }) => identifier.startsWith('Modem:'))
  const product = await make.product(at.app, { kind: 'cooler', model: { ...modbusDtu, properties } })
  const modem = await make.device(at.app, { kind: 'cooler', productId: product.id, productKey: product.productKey })
  await at.inWindow({ as: person, start: `/iceDevice/list/detail?id=${modem.id}&tab=temperature` }, async (page) => {
    await page.getByText('This product does not measure cabinet temperature').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Temperature', exact: true }).count(), 0)
  })
})
