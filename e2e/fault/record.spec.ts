import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { airFrom, settingsAt, settled, watchedCooler } from '@brigade/server/testing/fault/cooler-watch.ts'
import { connectMade, isOnline } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from '../support/browser.ts'
import { field, openConsole } from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'

/** One record with its context, and the descriptions of codes. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Ada' })
})
after(() => at.stop())

const simulator = (name: string): string => fileURLToPath(new URL(`../../simulator/src/${name}.ts`, import.meta.url))

/** A simulator of one oven, as a process of its own; the control command finds it by its folder. */
async function simulated(made: Awaited<ReturnType<typeof make.device>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-simulated-'))
  const credentials = path.join(folder, 'devices.json')
  const { productKey, sn, secret } = made
  await writeFile(credentials, JSON.stringify([{ productKey, deviceName: sn, deviceSecret: secret, kind: 'oven' }]))
  const port = String(at.app.addresses.mqttPort)
  const given = ['--port', port, '--credentials', credentials, '--data-dir', folder]
  const child = spawn(process.execPath, [simulator('main'), ...given], { stdio: 'ignore' })
  await isOnline(at.app, made, true)
  return {
    control: (...words: string[]) =>
      promisify(execFile)(process.execPath, [simulator('control'), '--data-dir', folder, sn, ...words]),
    stop: async () => {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function raised(code: string, wanted: Parameters<typeof make.device>[1] = {}) {
  const oven = await make.device(at.app, wanted)
  const link = await connectMade(at.app, oven)
  await link.report({ ChamberTemp: 180, CoreTemp: 40 })
  await link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: code, Active: 1 } })
  const row = await until('the record', async () => {
    const { envelope } = await at.app.ask(faultApi.page, { deviceId: oven.id }, { token: admin.token })
    return envelope.data.list[0]
  })
  link.vanish()
  return { oven, row }
}

const photo = async () => ({
  name: 'fan.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#48a' } })
    .jpeg()
    .toBuffer(),
})

for (const { language } of triedOnlyIn('en')) {
  test('a fault that the control command raises shows on the open page of exactly those who may see it, without a request', async () => {
    const [own, other] = [await make.organisation(at.app), await make.organisation(at.app)]
    const [owner, stranger] = await Promise.all(
      [own, other].map(({ id }) => make.account(at.app, { role: 'administrator', organisationId: id })),
    )
    const made = await make.device(at.app, { organisationId: own.id })
    const oven = await simulated(made)
    try {
      await at.inWindow({ language, as: owner, start: '/fault/list' }, async (page) => {
        await page.getByText('Nothing is open').waitFor()
        await at.inWindow({ language, as: stranger, start: '/fault/list' }, async (strange) => {
          await strange.getByText('Nothing is open').waitFor()
          const requested: string[] = []
          for (const one of [page, strange])
            one.on('request', (request) => requested.push(new URL(request.url()).pathname))
          await oven.control('fault', 'E09')
          await page.getByRole('row').filter({ hasText: made.sn }).filter({ hasText: 'E09' }).waitFor()
          assert.deepEqual(
            // The counts in the menu are polled.
            requested.filter((path) => path.includes('/fault/') && path !== faultApi.totals.path),
            [],
            'it came by the stream',
          )
          assert.equal(await strange.getByText('Nothing is open').count(), 1)
        })
        await oven.control('clear', 'E09')
        await page.getByRole('row').filter({ hasText: made.sn }).getByText('Cleared').waitFor()
      })
    } finally {
      await oven.stop()
    }
  })

  test('on a phone a technician finds the own visits in the list, calls, notes what was done with a photo, sees the readings and who was told, and eliminates', async () => {
    const [{ oven, row }, other] = [await raised('E11'), await raised('E11')]
    const as = { token: admin.token }
    const planned = { phone: '13812345678', plannedAt: new Date(at.app.clock.now()).toISOString(), parts: 'Fan' }
    const records = [{ id: row.id, updatedAt: row.updatedAt }]
    assert.equal((await at.app.ask(faultApi.visit, { records, accountId: admin.id, ...planned }, as)).status, 200)
    await at.inWindow({ language, as: admin, start: '/fault/list', width: 390 }, async (page) => {
      const rowOf = ({ sn }: { sn: string }) => page.getByRole('row').filter({ hasText: sn })
      await rowOf(other.oven).waitFor()
      await page.getByRole('button', { name: /^Filters/ }).click()
      const filters = page.getByRole('dialog', { name: 'Filters' })
      await filters.getByRole('combobox', { name: 'Assignee', exact: true }).click()
      await page.getByRole('option', { name: 'Me', exact: true }).click()
      await filters.getByRole('button', { name: 'Done', exact: true }).click()
      await rowOf(other.oven).waitFor({ state: 'detached' })
      await rowOf(oven).getByRole('button', { name: 'E11', exact: true }).click()
      const sheet = page.getByRole('dialog').first()
      const call = sheet.getByRole('link', { name: '13812345678' })
      assert.equal(await call.getAttribute('href'), 'tel:13812345678')
      await sheet.locator('canvas').first().waitFor()
      await sheet.getByText('Notifications').waitFor()
      await sheet.getByRole('button', { name: 'Add a note' }).click()
      const form = page.getByRole('dialog').last()
      await field(form, 'Note').fill('The fan is new')
      await form.locator('input[type=file]').setInputFiles(await photo())
      await form.getByRole('link', { name: 'Photo 1' }).waitFor()
      await form.getByRole('button', { name: 'Add a note' }).click()
      await page.getByText('Note added').waitFor()
      await sheet.getByRole('link', { name: 'Photo 1' }).waitFor()
      await sheet.getByRole('button', { name: 'Mark as cleared' }).click()
      const last = page.getByRole('dialog').last()
      await field(last, 'What was found').fill('The fan was worn')
      await last.getByRole('button', { name: 'Mark as cleared' }).click()
      await page.getByText('Marked as cleared').waitFor()
      await sheet.getByText('Cleared').first().waitFor()
    })
  })

  test('a record that late reports withdrew says so, and gives no advice for what never was', async () => {
    const { app } = at
    const { id, device, send } = await watchedCooler(app)
    const origin = app.clock.now() - hourMs
    await send('batch/post', settingsAt(origin))
    await send('batch/post', airFrom(origin, [0, 4, 40], [40, 12, 45], [55, 12, 60]))
    await settled(app)
    await send('history/post', airFrom(origin, [50, 4, 55]))
    await send('post', airFrom(origin, [59, 4, 60]))
    await settled(app)
    device.vanish()
    const { list } = (await app.ask(faultApi.alarms, { deviceId: id }, { token: admin.token })).envelope.data
    assert.deepEqual(
      list.map(({ condition }) => condition),
      ['withdrawn'],
    )
    await at.inWindow({ language, as: admin, start: `/fault/iceDevicelist?id=${list[0]?.id}` }, async (page) => {
      const sheet = page.getByRole('dialog')
      await sheet.getByText('Nothing. Late reports show that it was not so.').waitFor()
      assert.equal(await sheet.getByText('Move the food to another cabinet').count(), 0)
    })
  })

  test('what the filters show and what is chosen are exported, each as a job', async () => {
    const [one, two] = [await raised('E05'), await raised('E06')]
    const exported = async () =>
      (await at.app.ask(jobApi.list, {}, { token: admin.token })).envelope.data.list.filter(
        ({ kind, status }) => kind === 'fault.export' && status === 'succeeded',
      )
    await at.inWindow({ language, as: admin, start: `/fault/list?keyword=${one.oven.sn}` }, async (page) => {
      const row = page.getByRole('row').filter({ hasText: one.oven.sn })
      await row.waitFor()
      assert.equal(await page.getByRole('row').filter({ hasText: two.oven.sn }).count(), 0)
      await page.getByRole('button', { name: 'Export 1 found' }).click()
      await page.getByRole('menuitem').first().click()
      await until('the first', async () => (await exported()).length === 1)
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Export 1 selected' }).click()
      await page.getByRole('menuitem').first().click()
      const jobs = await until('both', async () => {
        const all = await exported()
        return all.length === 2 ? all : undefined
      })
      assert.deepEqual(
        jobs.map(({ done }) => done),
        [1, 1],
      )
    })
  })

  test('a code is given a picture, which its records show', async () => {
    const { oven, row } = await raised('E12')
    await at.inWindow({ language, as: admin, start: '/fault/code' }, async (page) => {
      await page.getByRole('button', { name: 'Not described' }).click()
      await page.getByRole('button', { name: 'Describe E12' }).click()
      const sheet = page.getByRole('dialog')
      await field(sheet, 'Name, English').fill('Power board')
      await field(sheet, 'Name, Chinese').fill('电源板')
      await sheet.locator('input[type=file]').setInputFiles(await photo())
      await sheet.getByRole('button', { name: 'Replace' }).waitFor()
      await sheet.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.goto(`${at.app.url}/fault/list?keyword=${oven.sn}&id=${row.id}`)
      await page.getByRole('dialog').getByRole('img', { name: 'Power board' }).waitFor()
    })
  })
}
