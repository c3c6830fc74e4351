import { mkdirSync } from 'node:fs'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openConsole } from './support/open-console.ts'

const folder = '/tmp/fault/shots'
mkdirSync(folder, { recursive: true })
const at = await openConsole()
const { app } = at
try {
  const admin = await make.account(app, { role: 'administrator', name: 'Ada Lovelace' })
  const token = { token: admin.token }
  const product = await app.db.selectFrom('product').select('id').where('productKey', '=', 'a1BX10Pro').executeTakeFirst()
  const customer = await make.organisation(app, { name: 'Harbour Catering 海港餐饮' })
  await app.db.updateTable('organisation').set({ principal: '王丽', contact: '13812345678', address: '8 Dock Rd' }).where('id', '=', customer.id).execute()
  const codes = ['E03', 'E05', 'E07', 'E10', 'E12', 'E04', 'E06', 'X99']
  const ids: string[] = []
  for (const [n, code] of codes.entries()) {
    const oven = await make.device(app, { name: `Oven ${n + 1}`, organisationId: customer.id, ...(product ? { productId: product.id } : {}) })
    ids.push(oven.id)
    const link = await connectMade(app, oven)
    await link.say('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: code, Active: 1, Text: 'raw' } })
    await link.hear('Fault/post_reply')
    if (n % 3 === 2) { await link.say('thing/event/Fault/post', { id: '2', version: '1.0', params: { Code: code, Active: 0 } }); await link.hear('Fault/post_reply') }
    link.vanish()
  }
  const rows = await until('records', async () => {
    const { envelope } = await app.ask(faultApi.page, { kind: 'oven', pageSize: 25 }, token)
    return envelope.data.list.length === codes.length ? envelope.data.list : undefined
  }, 20_000)
  const v = (n: number) => { const r = rows[n]; if (!r) throw new Error('row'); return { id: r.id, updatedAt: r.updatedAt } }
  await app.ask(faultApi.acknowledge, { records: [v(1)] }, token)
  await app.ask(faultApi.assign, { records: [v(3)], accountId: admin.id }, token)
  await app.ask(faultApi.note, { records: [v(5)], text: 'Called the kitchen; they will switch it off and on again after lunch.' }, token)
  await app.ask(faultApi.shelve, { records: [v(6)], reason: 'The part is ordered', until: new Date(app.clock.now() + 80_000_000).toISOString() }, token)
  const shots: readonly (readonly [string, string])[] = [
    ['list', '/fault/list'], ['faults', '/fault/list?tab=faults'], ['shelved', '/fault/list?tab=shelved'],
    ['record', `/fault/list?id=${rows[5]?.id}`], ['code', '/fault/code'], ['empty', '/fault/iceDevicelist'],
    ['device', `/recipeManage/device/list/detail?id=${ids[0]}&tab=faults`],
  ]
  for (const language of ['en', 'zh'] as const)
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        if (scheme === 'dark' && language === 'en') continue
        await at.inWindow({ language, scheme, as: admin, start: '/fault/list', width, height: 900, tolerates: /.*/ } as never, async (page) => {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
          for (const [name, address] of shots) {
            await page.goto(app.url + address)
            await page.waitForLoadState('domcontentloaded')
            await page.locator('tbody td, [role=status], b').first().waitFor({ timeout: 8000 }).catch(() => undefined)
            await page.waitForTimeout(900)
            await page.screenshot({ path: `${folder}/${name}-${language}-${scheme}-${width}.png` })
          }
        })
      }
} finally {
  await at.stop()
}
process.exit(0)
