import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { writeTable } from '@brigade/server/platform/excel/write-table.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import {
  addVersion,
  addressIn,
  receiveOffer,
  inform,
  progress,
  reaches,
  runTask,
  startRollout,
  type Rollout,
} from '@brigade/server/testing/firmware/rollout.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import type { Page } from 'playwright-core'
import { triedOnlyIn } from '../support/browser.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Upgrade tasks as an engineer makes them, another approves them, and devices end them. */

let at: Console
before(async () => {
  at = await openConsole({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => at.stop())

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? ''
const nameOf = async ({ app, engineer, modelId }: Rollout) =>
  (await app.ask(firmwareApi.model, { id: modelId }, engineer)).envelope.data.name

/** A connected device that reports a version. */
async function reporting(rollout: Rollout, version: string) {
  const made = await make.device(at.app, rollout)
  const link = await connectMade(at.app, made)
  await inform(link, made, version)
  return { made, link }
}

async function chooseModel(page: Page, label: string, name: string) {
  await field(dialog(page), label).fill(name)
  await page.getByRole('option', { name }).first().click()
}

/**
 * In another browser, while that of the engineer stays open, the approver checks the task, approves it and starts it.
 */
const approveAndStart = (language: 'en', approver: { token: string }, name: string) =>
  at.inWindow({ language, as: approver, start: '/fota/task', tolerates: /422/ }, async (page) => {
    await page.getByRole('button', { name: /^I may approve/ }).click()
    await page.getByRole('link', { name, exact: true }).click()
    // The list has the button too, in the row of the task, until the task is open.
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await dialog(page).getByText('What is approved (SHA-256)').waitFor()
    await field(dialog(page), 'Your sign-in password').fill('Wrong2026')
    await press(page, 'Approve')
    await dialog(page).locator('[aria-invalid=true]').waitFor()
    await field(dialog(page), 'Your sign-in password').fill(testPassword)
    await press(page, 'Approve')
    await page.getByText(`${name} approved`).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await field(dialog(page), 'Your sign-in password').fill(testPassword)
    await press(page, 'Start')
  })

for (const { language } of triedOnlyIn('en')) {
  test('a task goes from its dry run to the approval by a second person in another browser, and the engineer sees the success of its device live', async () => {
    const rollout = await startRollout(at.app)
    const { made, link } = await reporting(rollout, '01.00.00')
    await make.device(at.app, { ...rollout, installed: false })
    await addVersion(rollout, '01.02.00')
    const name = await nameOf(rollout)
    let task = ''
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/task' }, async (page) => {
      await page.getByRole('button', { name: 'New task' }).first().click()
      await press(page, 'Next')
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
      await field(dialog(page), 'Name').fill('Winter update')
      await chooseModel(page, 'Firmware model', name)
      await field(dialog(page), 'Target version').click()
      await page.getByRole('option', { name: '01.02.00' }).click()
      await dialog(page)
        .getByRole('checkbox', { name: /01\.00\.00/ })
        .check()
      await press(page, 'Next')
      await dialog(page).getByRole('row').filter({ hasText: made.sn }).getByText('Will be upgraded').waitFor()
      await dialog(page).getByRole('button', { name: 'Add a condition' }).click()
      await press(page, 'Next')
      await dialog(page).getByText('Complete the condition').waitFor()
      await dialog(page).getByRole('button', { name: 'Remove condition 1' }).click()
      await press(page, 'Next')
      await dialog(page).getByText('Nothing stops automatically').waitFor()
      await field(dialog(page), 'Devices per minute').fill('0')
      await press(page, 'Next')
      assert.equal(await field(dialog(page), 'Devices per minute').getAttribute('aria-invalid'), 'true')
      await field(dialog(page), 'Devices per minute').fill('10000')
      await press(page, 'Next')
      await field(dialog(page), 'Approver').click()
      await page.getByRole('option', { name: `(${rollout.approver.account})` }).click()
      await press(page, 'Submit for approval')
      await page.getByRole('heading', { level: 1, name: 'Winter update' }).waitFor()
      await page.getByText('Pending approval').first().waitFor()
      assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
      task = idIn(page)
      await approveAndStart('en', rollout.approver, 'Winter update')
      const offer = await receiveOffer(link, made)
      const row = page.getByRole('row').filter({ hasText: made.sn })
      await row.getByText('Offered').waitFor()
      await fetch(addressIn(at.app, offer.url)).then((response) => response.arrayBuffer())
      await progress(link, made, 40)
      await row.getByText('40%').waitFor()
      await progress(link, made, 100)
      await row.getByText('Installing').waitFor()
      await inform(link, made, '01.02.00')
      await row.getByText('Succeeded').waitFor()
      await page.getByText('Ended').first().waitFor()
      await page.getByRole('link', { name: 'History', exact: true }).click()
      await page.getByRole('row').filter({ hasText: 'Installing → Succeeded' }).waitFor()
      await page.getByRole('link', { name: 'Plan and approval' }).click()
      await page.getByText(/^[0-9a-f]{64}$/).waitFor()
    })
    await reaches(rollout, task, made.id, 'succeeded')
    link.vanish()
  })

  test('who took part sees why the own task cannot be approved; a rejection names its reason', async () => {
    const rollout = await startRollout(at.app)
    const { made, link } = await reporting(rollout, '01.00.00')
    const version = await addVersion(rollout, '01.02.00')
    const administrator = await make.account(at.app, { role: 'administrator' })
    const start = `/recipeManage/device/list/detail?id=${made.id}&tab=firmware`
    let task = ''
    await at.inWindow({ language, as: administrator, start }, async (page) => {
      await page.getByRole('button', { name: 'Upgrade device' }).click()
      await press(page, 'Submit for approval')
      await dialog(page).getByText('Choose a target version').last().waitFor()
      await field(dialog(page), 'Target version').click()
      await page.getByRole('option', { name: version.number }).click()
      await press(page, 'Submit for approval')
      await page.getByRole('heading', { level: 1, name: `Upgrade ${made.sn}` }).waitFor()
      const approve = page.getByRole('button', { name: 'Approve' })
      assert.equal(await approve.getAttribute('aria-disabled'), 'true')
      assert.match((await approve.getAttribute('aria-description')) ?? '', /somebody else must approve it/)
      task = idIn(page)
    })
    await at.inWindow({ language, as: rollout.approver, start: `/fota/task/detail?id=${task}` }, async (page) => {
      await page.getByRole('button', { name: 'Reject' }).click()
      await press(page, 'Reject')
      await dialog(page).getByText('Enter a reason').waitFor()
      await field(dialog(page), 'Reason').fill('Not before the holidays')
      await press(page, 'Reject')
      await page.getByText('Rejected: Not before the holidays').waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      const item = page.getByRole('menuitem', { name: 'Start' })
      assert.match((await item.getAttribute('aria-description')) ?? '', /approved or stopped/)
    })
    link.vanish()
  })
}

for (const { language } of triedOnlyIn('zh')) {
  test('every row of an Excel list that was left out is told with its reason, and a downgrade needs a tick', async () => {
    const rollout = await startRollout(at.app)
    const { made, link } = await reporting(rollout, '02.00.00')
    await addVersion(rollout, '01.02.00')
    const name = await nameOf(rollout)
    const columns = [{ head: { en: 'SN', zh: '设备 SN' }, type: 'text' as const, value: (sn: string) => sn }]
    const rows = [made.sn, 'NOBODY-1', made.sn]
    const parts: Uint8Array[] = []
    const file = writeTable('xlsx', columns, rows, { locale: 'zh', timeZone: 'Asia/Shanghai' })
    for await (const part of file) parts.push(Buffer.from(part))
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/task' }, async (page) => {
      await page.getByRole('button', { name: '新建任务' }).first().click()
      await field(dialog(page), '任务名称').fill('回退冬季版本')
      await dialog(page).getByRole('button', { name: '指定设备' }).click()
      await chooseModel(page, '固件型号', name)
      await field(dialog(page), '目标版本').click()
      await page.getByRole('option', { name: '01.02.00' }).click()
      await press(page, '下一步')
      await dialog(page).getByRole('button', { name: '上传文件' }).click()
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: '清单.xlsx', mimeType: tableMediaTypes.xlsx, buffer: Buffer.concat(parts) })
      await dialog(page).getByText('清单.xlsx：1 台设备').waitFor()
      await dialog(page).getByText('2 行未采用：不存在 1，重复 1，无法识别 0').waitFor()
      await dialog(page).getByRole('row').filter({ hasText: 'NOBODY-1' }).getByText('设备不存在').waitFor()
      const run = dialog(page).getByRole('row').filter({ hasText: made.sn }).filter({ hasText: '02.00.00' })
      await run.getByText('原始版本高于目标版本').waitFor()
      await press(page, '下一步')
      await press(page, '下一步')
      await dialog(page).getByRole('checkbox', { name: '同意将这 1 台设备降级' }).check()
      await run.getByText('可升级').waitFor()
      await press(page, '提交审批')
      await page.getByRole('heading', { level: 1, name: '回退冬季版本' }).waitFor()
      await page.getByRole('link', { name: '计划与审批' }).click()
      await page.getByText('已同意，涉及 1 台').waitFor()
    })
    link.vanish()
  })

  test('a failure shows its reason and is tried again, a late report is a late success; stop and withdraw say what they do', async () => {
    const rollout = await startRollout(at.app)
    const [one, two] = [await reporting(rollout, '01.00.00'), await reporting(rollout, '01.00.00')]
    const version = await addVersion(rollout, '01.02.00')
    const task = await runTask(rollout, [version.id], { deviceIds: [one.made.id, two.made.id] })
    const offers = await Promise.all([one, two].map(({ link, made }) => receiveOffer(link, made)))
    assert.equal(offers.length, 2)
    const start = `/fota/task/detail?id=${task}`
    await at.inWindow({ language, as: rollout.engineer, start }, async (page) => {
      const [first, second] = [one, two].map(({ made }) => page.getByRole('row').filter({ hasText: made.sn }))
      await progress(one.link, one.made, -4)
      await first?.getByText('烧写失败').waitFor()
      await first?.getByRole('button', { name: '重试' }).click()
      await press(page, '重试')
      await page.getByText('1 台设备已重新等待').waitFor()
      await receiveOffer(one.link, one.made)
      await progress(one.link, one.made, -1)
      await first?.getByText('设备上报升级失败').waitFor()
      await inform(one.link, one.made, '01.02.00')
      await first?.getByText('延迟成功').waitFor()
      await page.getByRole('button', { name: '停用', exact: true }).click()
      await dialog(page)
        .getByText(/已下发的 1 项继续完成/)
        .waitFor()
      await press(page, '停用')
      await page.getByText('已停用').first().waitFor()
      await page.getByRole('button', { name: '撤回', exact: true }).click()
      await field(dialog(page), '登录密码').fill(testPassword)
      await press(page, '撤回')
      await second?.getByText('已取消').waitFor()
    })
    one.link.vanish()
    two.link.vanish()
  })
}
