import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { addVersion, inform, runTask, startRollout } from '@brigade/server/testing/firmware/rollout.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on firmware models, versions, upgrade tasks and a device's firmware, in both themes. */

async function look(page: Page, name: string, seen: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

const dialog = (page: Page) => page.getByRole('dialog').last()
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
}

// Each language has an installation of its own, because the first screens are empty.
for (const { language, spoken } of languagesForAxe) {
  const inLanguage = (en: string, zh: string) => (language === 'zh' ? zh : en)
  let at: Console
  before(async () => {
    at = await openConsole()
  })
  after(() => at.stop())
  test(`axe finds nothing on firmware models and versions, empty and filled, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: '/fota/firmware' }, async (page) => {
      await look(page, 'no firmware models', 'main [role=status]')
    })
    const rollout = await startRollout(at.app, { type: 'double', module: 'DTU' })
    const made = await make.device(at.app, rollout)
    const link = await connectMade(at.app, made)
    await inform(link, made, '01.00.00')
    await addVersion(rollout, '01.02.00')
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/firmware' }, async (page) => {
      await look(page, 'firmware models', 'tbody button')
      await page.locator('tbody button').first().click()
      await look(page, 'a firmware model', '[role=dialog] table')
      await closeDialog(page)
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new firmware model', '[role=dialog] input')
      await dialog(page).locator('button[type=submit]').click()
      await look(page, 'a firmware model with what is missing', '[role=dialog] [aria-invalid=true]')
    })
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/dtu', tolerates: /409/ }, async (page) => {
      await look(page, 'firmware versions', 'tbody button')
      await page.locator('tbody button').first().click()
      await look(page, 'a firmware version', '[role=dialog] table')
      await dialog(page)
        .getByRole('button', { name: inLanguage('Disable', '停用') })
        .click()
      await look(page, 'what disabling stops', '[role=dialog] button[class*=dangerous]')
      await page.keyboard.press('Escape')
      await closeDialog(page)
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new firmware version', '[role=dialog] input[type=file] >> xpath=..')
      const model = (await at.app.ask(firmwareApi.model, { id: rollout.modelId }, rollout.engineer)).envelope.data
      await field(dialog(page), inLanguage('Firmware model', '固件型号')).fill(model.name)
      await page.getByRole('option', { name: model.name }).first().click()
      await field(dialog(page), inLanguage('Version', '版本号')).fill('02.00.00')
      const file = { name: 'oven.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('firmware') }
      await dialog(page).locator('input[type=file]').setInputFiles(file)
      await look(page, 'a firmware file that was read', '[role=dialog] dl')
      await dialog(page).locator('button[type=submit]').click()
      await look(page, 'a second firmware refused', '[role=dialog] [role=alert] button')
    })
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/dtu/history' }, async (page) => {
      await look(page, 'no archived versions', 'main [role=status]')
    })
    link.vanish()
  })

  test(`axe finds nothing on upgrade tasks, each step of their form, one of them, and a device's firmware, in ${spoken}`, async () => {
    const rollout = await startRollout(at.app)
    const made = await make.device(at.app, rollout)
    const link = await connectMade(at.app, made)
    await inform(link, made, '02.00.00')
    const version = await addVersion(rollout, '01.02.00')
    const { name } = (await at.app.ask(firmwareApi.model, { id: rollout.modelId }, rollout.engineer)).envelope.data
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/task' }, async (page) => {
      await look(page, 'no upgrade tasks', 'main [role=status]')
      await page.locator('main button[class*=primary]').first().click()
      const next = dialog(page).getByRole('button', { name: inLanguage('Next', '下一步') })
      await next.click()
      await look(page, 'a task without what it brings', '[role=dialog] [aria-invalid=true]')
      await field(dialog(page), inLanguage('Name', '任务名称')).fill('Winter update')
      await dialog(page)
        .getByRole('button', { name: inLanguage('Specified devices', '指定设备') })
        .click()
      await field(dialog(page), inLanguage('Firmware model', '固件型号')).fill(name)
      await page.getByRole('option', { name }).first().click()
      await field(dialog(page), inLanguage('Target version', '目标版本')).click()
      await page.getByRole('option', { name: version.number }).click()
      await next.click()
      await look(page, 'a list to paste', '[role=dialog] textarea')
      await field(dialog(page), inLanguage('Paste serial numbers', '粘贴序列号')).fill(`${made.sn}\nNOBODY-1`)
      await dialog(page)
        .getByRole('button', { name: inLanguage('Read the list', '读取清单') })
        .click()
      await dialog(page)
        .getByRole('button', { name: inLanguage('Add a condition', '添加条件') })
        .click()
      await look(page, 'a list with a bad row, and an empty condition', '[role=dialog] table')
      await dialog(page)
        .getByRole('button', { name: inLanguage('Remove condition 1', '删除条件 1') })
        .click()
      await dialog(page).getByRole('row').filter({ hasText: made.sn }).first().waitFor()
      await look(page, 'a dry run', '[role=dialog] section table')
      await next.click()
      await look(page, 'how it is done', '[role=dialog] input[type=datetime-local]')
      await next.click()
      await look(page, 'a downgrade to be ticked', '[role=dialog] [role=note] input[type=checkbox]')
    })
    const plan = { ratePerMinute: 100, allowDowngrade: true, allowUnknown: false, allowArchived: false }
    const task = await runTask(rollout, [version.id], { deviceIds: [made.id], plan })
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/task' }, async (page) => {
      await look(page, 'upgrade tasks', 'tbody a')
    })
    await at.inWindow({ language, as: rollout.engineer, start: `/fota/task/detail?id=${task}` }, async (page) => {
      await look(page, 'devices of a task', 'tbody a')
      await page.getByRole('button', { name: inLanguage('Withdraw', '撤回') }).click()
      await look(page, 'withdrawing a task', '[role=dialog] input[type=password]')
      await closeDialog(page)
      await page.getByRole('link', { name: inLanguage('History', '操作记录'), exact: true }).click()
      await look(page, 'history of a task', 'tbody td')
      await page.getByRole('link', { name: inLanguage('Plan and approval', '计划与审批') }).click()
      await look(page, 'plan and approval of a task', 'main dl')
    })
    const start = `/recipeManage/device/list/detail?id=${made.id}&tab=firmware`
    await at.inWindow({ language, as: rollout.engineer, start }, async (page) => {
      await look(page, 'firmware of a device', 'main section table')
      await page.getByRole('button', { name: inLanguage('Upgrade device', '升级此设备') }).click()
      await look(page, 'upgrading one device', '[role=dialog] input')
    })
    link.vanish()
  })
}
