import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lifeText } from '../../console/src/device/list/list.text.ts'
import { deviceActs } from '../../console/src/device/view/device-acts.ts'
import { deviceMapText } from '../../console/src/device/map/map.text.ts'
import { detailsText } from '../../console/src/device/record/tab/tab.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { bindToUser } from '../support/bound-device.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Support staff lead a device through its life: it is added, installed, transferred and removed. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Lin Wei' })
})
after(() => at.stop())

const installedList = '/recipeManage/device/list'
const uninstalledList = '/recipeManage/device/UninstallList'

const words = inBoth({
  add: deviceActs.oven.add.button,
  addTitle: { en: 'Add oven', zh: '新增烤箱设备' },
  sn: { en: 'SN', zh: '序列号（SN）' },
  name: word.deviceName,
  product: word.productModel,
  mac: word.mac,
  badMac: { en: 'A MAC address has 12 hex digits', zh: 'MAC 地址为 12 位十六进制数' },
  badSn: { en: /4 to 32 letters, digits/, zh: /4 至 32 位/ },
  empty: { en: 'This cannot be empty', zh: '不能为空' },
  taken: { en: 'A device with this SN is registered already', zh: '该 SN 已登记' },
  addedTitle: { en: (sn: string) => `${sn} is added`, zh: (sn: string) => `${sn} 已新增` },
  once: { en: /shown only once/, zh: /仅显示这一次/ },
  kept: { en: 'I have saved it', zh: '我已保存' },
  installNow: { en: 'Install it now', zh: '同时进行安装登记' },
  install: { en: 'Install', zh: '安装登记' },
  installTitle: { en: 'Install device', zh: '安装登记' },
  installMany: { en: 'Install 2 devices', zh: '2 台设备安装登记' },
  customer: { en: 'Installed at', zh: '安装客户' },
  abroad: deviceMapText.abroad,
  place: { en: 'City and country', zh: '城市与国家' },
  zone: { en: 'Province, city, region', zh: '省 / 市 / 区县' },
  zoneTyped: { en: 'xihu', zh: '西湖' },
  zoneHit: { en: /Xihu District.*Hangzhou/, zh: /西湖区.*杭州市/ },
  zoneShown: { en: /Xihu District/, zh: /西湖区/ },
  warranty: detailsText.warrantyDays,
  badDays: { en: 'Enter a number', zh: '请输入数字' },
  edit: word.edit,
  editTitle: { en: 'Edit device', zh: '编辑设备' },
  save: word.saveChanges,
  saved: { en: (name: string) => `${name} is saved`, zh: (name: string) => `已保存“${name}”` },
  leaveAsk: uiText.leaveTitle,
  stay: uiText.stay,
  leave: uiText.leave,
  more: word.more,
  transfer: { en: 'Transfer', zh: '转移' },
  transferTo: { en: 'Transfer to', zh: '转移至' },
  notes: { en: 'Notes', zh: '备注' },
  notesGo: { en: 'They are removed', zh: '清除备注' },
  transferTitle: { en: (sn: string) => `Transfer ${sn}`, zh: (sn: string) => `转移 ${sn}` },
  chooseOne: { en: 'Choose an organisation', zh: '请选择目标组织' },
  transferred: { en: (sn: string) => `${sn} is transferred`, zh: (sn: string) => `${sn} 已转移` },
  unbind: { en: 'Unbind', zh: '解绑' },
  columns: uiText.columns,
  users: lifeText.boundUsers,
  factoryArea: word.factoryArea,
  unbindTitle: { en: (sn: string) => `Unbind ${sn}`, zh: (sn: string) => `解绑 ${sn}` },
  unbindMany: { en: 'Unbind 2 devices', zh: '解绑 2 台设备' },
  oneLeftOut: { en: /left out: 1 of the selected devices/, zh: /有 1 台未被绑定/ },
  manyUnbound: { en: '2 devices are unbound', zh: '已解绑 2 台设备' },
  nobody: { en: 'No app user has it', zh: '没有应用用户绑定该设备' },
  password: word.signInPassword,
  wrong: { en: 'Wrong password, try again', zh: '密码错误，请重试' },
  unbound: { en: (sn: string) => `${sn} is unbound`, zh: (sn: string) => `${sn} 已解绑` },
  uninstall: { en: 'Uninstall', zh: '撤机' },
  uninstallTitle: { en: (sn: string) => `Uninstall ${sn}`, zh: (sn: string) => `${sn} 撤机登记` },
  uninstalled: { en: (sn: string) => `${sn} is uninstalled`, zh: (sn: string) => `${sn} 已撤机` },
  secret: { en: 'New secret', zh: '重置密钥' },
  secretDo: { en: 'Issue new secret', zh: '重置密钥' },
  secretAsk: { en: (sn: string) => `Issue a new secret for ${sn}`, zh: (sn: string) => `重置 ${sn} 的密钥` },
  secretTitle: { en: (sn: string) => `New secret of ${sn}`, zh: (sn: string) => `${sn} 的新密钥` },
  remove: word.delete,
  removeTitle: { en: (sn: string) => `Delete ${sn}`, zh: (sn: string) => `删除 ${sn}` },
  typeSn: { en: (sn: string) => `Type the SN ${sn} to confirm`, zh: (sn: string) => `请输入序列号 ${sn} 以确认` },
  wrongSn: { en: 'This is not the SN of the device', zh: '输入的 SN 与该设备不一致' },
  removed: { en: (sn: string) => `${sn} is deleted`, zh: (sn: string) => `${sn} 已删除` },
  triples: { en: 'Credentials', zh: '三元组' },
  import: word.import,
  export: word.export,
  disable: word.disable,
  enable: word.enable,
  disabled: { en: (sn: string) => `${sn} is disabled`, zh: (sn: string) => `${sn} 已停用` },
  enabled: { en: (sn: string) => `${sn} is enabled`, zh: (sn: string) => `${sn} 已启用` },
})

const dialog = (page: Page, name?: string): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })
const rowOf = (page: Page, sn: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: sn, exact: true }) })
const toast = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()
const foundBy = (list: string, sn: string): string => `${at.app.url}${list}?keyword=${encodeURIComponent(sn)}`
const detailOf = async (id: string) =>
  (await at.app.ask(deviceCalls.oven.detail, { id }, { token: admin.token })).envelope.data

/** Chooses an action of the menu of a row. */
async function act(page: Page, sn: string, more: string, name: string): Promise<void> {
  await button(rowOf(page, sn), `${more} ${sn}`).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
/** Types into a search field, and takes the first hit. */
async function choose(place: Locator, page: Page, label: string, typed: string, hit: string | RegExp): Promise<void> {
  const chosen = field(place, label)
  await chosen.fill(typed)
  await page.getByRole('option').filter({ hasText: hit }).first().click()
  // The path to a hit is read before the field has its value.
  await until(`${label} to be chosen`, async () => (await chosen.inputValue()) !== '')
}

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  const addAfterRefusal = async (page: Page, sn: string, product: string): Promise<void> => {
    await button(page, w.add).first().click()
    const form = dialog(page, w.addTitle)
    // Each problem is shown at its field, and nothing is sent.
    await field(form, w.mac).fill('12:34')
    await form.locator('button[type=submit]').click()
    await form.getByText(w.badSn).waitFor()
    await form.getByText(w.badMac).waitFor()
    assert.equal(await form.getByText(w.empty).count(), 2)
    await page.keyboard.press('Escape')
    await button(dialog(page, w.leaveAsk), w.stay).click()
    await field(form, w.mac).fill('a4cf120b7e31')
    await field(form, w.sn).fill(sn)
    await field(form, w.name).fill(`Life ${language}`)
    await field(form, w.product).click()
    await page.getByRole('option', { name: product, exact: true }).click()
    await form.locator('button[type=submit]').click()
  }
  /** The credentials are shown once, and only the button that confirms it closes them. */
  const saveCredentials = async (page: Page, sn: string, productKey: string): Promise<void> => {
    const credentials = dialog(page, w.addedTitle(sn))
    await credentials.getByText(w.once).waitFor()
    const [key, name, secret] = await credentials.locator('dd.mono').allInnerTexts()
    assert.deepEqual([key, name], [productKey, sn])
    assert.match(secret ?? '', /^[A-Za-z0-9]{16,64}$/)
    await page.keyboard.press('Escape')
    assert.equal(await credentials.isVisible(), true)
    await button(credentials, w.kept).click()
  }
  /** Returns the id of the installed device. */
  const install = async (page: Page, sn: string, organisation: string): Promise<string> => {
    await page.goto(foundBy(uninstalledList, sn))
    await button(rowOf(page, sn), `${w.install} ${sn}`).click()
    const installing = dialog(page, w.installTitle)
    await choose(installing, page, w.customer, organisation, organisation)
    await choose(installing, page, w.zone, w.zoneTyped, w.zoneHit)
    await installing.locator('button[type=submit]').click()
    await rowOf(page, sn).waitFor({ state: 'detached' })

    await page.goto(foundBy(installedList, sn))
    await rowOf(page, sn).getByText(organisation).waitFor()
    const id =
      new URL(
        (await page.getByRole('link', { name: sn, exact: true }).getAttribute('href')) ?? '',
        at.app.url,
      ).searchParams.get('id') ?? ''
    assert.equal((await detailOf(id)).zone.region, '330106')
    return id
  }
  const edit = async (page: Page, sn: string, id: string): Promise<void> => {
    await button(rowOf(page, sn), `${w.edit} ${sn}`).click()
    const editing = dialog(page, w.editTitle)
    await field(editing, w.warranty).fill('a year')
    await editing.locator('button[type=submit]').click()
    await editing.locator('[aria-invalid=true]').waitFor()
    await field(editing, w.warranty).fill('730')
    await field(editing, w.name).fill(`Renamed ${language}`)
    await button(editing, w.save).click()
    await toast(page, w.saved(`Renamed ${language}`))
    await rowOf(page, sn).getByText(`Renamed ${language}`).waitFor()
    assert.equal((await detailOf(id)).warrantyDays, 730)
  }
  const transfer = async (page: Page, sn: string, organisation: string): Promise<void> => {
    await act(page, sn, w.more, w.transfer)
    const transferring = dialog(page, w.transferTitle(sn))
    await transferring.locator('button[type=submit]').click()
    await transferring.getByText(w.chooseOne).waitFor()
    await choose(transferring, page, w.transferTo, organisation, organisation)
    await field(transferring, w.notes).click()
    await page.getByRole('option', { name: w.notesGo, exact: true }).click()
    await transferring.locator('button[type=submit]').click()
    await toast(page, w.transferred(sn))
    await rowOf(page, sn).getByText(organisation).waitFor()
  }
  /** Nobody can unbind a device without users, and nobody can without the own password. */
  const unbind = async (page: Page, sn: string, id: string): Promise<void> => {
    await button(rowOf(page, sn), `${w.more} ${sn}`).click()
    assert.equal(
      await page.getByRole('menuitem', { name: w.unbind, exact: true }).getAttribute('aria-description'),
      w.nobody,
    )
    await page.keyboard.press('Escape')
    await bindToUser(at.app, id)
    await page.reload()
    await act(page, sn, w.more, w.unbind)
    const unbinding = dialog(page, w.unbindTitle(sn))
    await field(unbinding, w.password).fill('not this one')
    await button(unbinding, w.unbind).click()
    await unbinding.getByText(w.wrong).waitFor()
    assert.equal((await detailOf(id)).bindState, 'bound')
    await field(unbinding, w.password).fill(admin.password)
    await button(unbinding, w.unbind).click()
    await toast(page, w.unbound(sn))
    assert.equal((await detailOf(id)).bindState, 'unbound')
  }
  const uninstallAndRemove = async (page: Page, sn: string, organisation: string): Promise<void> => {
    await act(page, sn, w.more, w.uninstall)
    await button(dialog(page, w.uninstallTitle(sn)), w.uninstall).click()
    await toast(page, w.uninstalled(sn))
    await rowOf(page, sn).waitFor({ state: 'detached' })

    await page.goto(foundBy(uninstalledList, sn))
    await rowOf(page, sn).getByText(organisation).waitFor()
    await act(page, sn, w.more, w.remove)
    const removing = dialog(page, w.removeTitle(sn))
    await field(removing, w.typeSn(sn)).fill(`${sn}0`)
    await button(removing, w.remove).click()
    await removing.getByText(w.wrongSn).waitFor()
    await field(removing, w.typeSn(sn)).fill(sn)
    await button(removing, w.remove).click()
    await toast(page, w.removed(sn))
    await rowOf(page, sn).waitFor({ state: 'detached' })
  }

  test(`a device is added, installed, edited, transferred, unbound, uninstalled and deleted, in ${spoken}`, async () => {
    const sn = `LIFE-${language.toUpperCase()}-1`
    const product = await make.product(at.app)
    const first = await make.organisation(at.app, { name: `First ${language}` })
    const second = await make.organisation(at.app, { name: `Second ${language}` })
    await at.inWindow({ language, as: admin, start: uninstalledList }, async (page) => {
      await addAfterRefusal(page, sn, product.name[language])
      await saveCredentials(page, sn, product.productKey)
      const id = await install(page, sn, first.name)
      await edit(page, sn, id)
      await transfer(page, sn, second.name)
      await unbind(page, sn, id)
      await uninstallAndRemove(page, sn, second.name)
    })
  })

  test(`an SN that is in use is refused at its field and the input stays, in ${spoken}`, async () => {
    const there = await make.device(at.app, { sn: `TAKEN-${language}`, installed: false })
    await at.inWindow({ language, as: admin, start: uninstalledList }, async (page) => {
      await button(page, w.add).first().click()
      const form = dialog(page, w.addTitle)
      await field(form, w.sn).fill(there.sn)
      await field(form, w.name).fill('Second of its kind')
      await field(form, w.product).click()
      await page.getByRole('option').first().click()
      // A click on the label checks the box.
      await form.getByText(w.installNow).click()
      assert.equal(await form.getByRole('checkbox').isChecked(), true)
      await choose(form, page, w.customer, 'First', 'First')
      await form.getByRole('button', { name: w.abroad, exact: true }).click()
      await field(form, w.place).fill('Hamburg')
      await form.locator('button[type=submit]').click()
      await form.getByText(w.taken).waitFor()
      assert.equal(await field(form, w.place).inputValue(), 'Hamburg')
      const own = `${there.sn}-2`
      await field(form, w.sn).fill(own)
      await form.locator('button[type=submit]').click()
      await button(dialog(page, w.addedTitle(own)), w.kept).click()
      await page.goto(foundBy(installedList, own))
      await rowOf(page, own).getByText('Hamburg').waitFor()
    })
  })

  test(`a new secret is shown once after the password was entered, and a disabled device is marked as such, in ${spoken}`, async () => {
    const { id, sn } = await make.device(at.app, { sn: `KEYED-${language}` })
    await at.inWindow({ language, as: admin, start: `${installedList}?keyword=${sn}` }, async (page) => {
      await act(page, sn, w.more, w.secret)
      const asking = dialog(page, w.secretAsk(sn))
      await field(asking, w.password).fill(admin.password)
      await button(asking, w.secretDo).click()
      const shown = dialog(page, w.secretTitle(sn))
      await shown.getByText(w.once).waitFor()
      const [, , secret = ''] = await shown.locator('dd.mono').allInnerTexts()
      assert.match(secret, /^[A-Za-z0-9]{16,64}$/)
      await button(shown, w.kept).click()
      await shown.waitFor({ state: 'detached' })
      assert.equal((await page.content()).includes(secret), false)

      await act(page, sn, w.more, w.disable)
      await button(dialog(page), w.disable).click()
      await toast(page, w.disabled(sn))
      assert.equal((await detailOf(id)).enabled, false)
      await act(page, sn, w.more, w.enable)
      await toast(page, w.enabled(sn))
      assert.equal((await detailOf(id)).enabled, true)
    })
  })

  test(`a device that is not installed shows its app users and is unbound in its list, in ${spoken}`, async () => {
    const { id, sn } = await make.device(at.app, { sn: `SHELF-${language}`, installed: false, factoryArea: 'Line 4' })
    await at.inWindow({ language, as: admin, start: `${uninstalledList}?keyword=${sn}` }, async (page) => {
      await rowOf(page, sn).waitFor()
      await button(page, w.columns).click()
      for (const name of [w.users, w.factoryArea])
        await dialog(page, w.columns).getByLabel(name, { exact: true }).check()
      await page.keyboard.press('Escape')
      await rowOf(page, sn).getByText('Line 4').waitFor()
      await button(rowOf(page, sn), `${w.more} ${sn}`).click()
      assert.equal(await page.getByRole('menuitem', { name: w.unbind, exact: true }).count(), 0)
      await page.keyboard.press('Escape')
      await bindToUser(at.app, id)
      await page.reload()
      await rowOf(page, sn).getByRole('cell', { name: '1', exact: true }).waitFor()
      await act(page, sn, w.more, w.unbind)
      const unbinding = dialog(page, w.unbindTitle(sn))
      await field(unbinding, w.password).fill(admin.password)
      await button(unbinding, w.unbind).click()
      await toast(page, w.unbound(sn))
      await rowOf(page, sn).getByRole('cell', { name: '0', exact: true }).waitFor()
    })
  })

  test(`unbinding several selected devices leaves out those without app users; several are installed at once, in ${spoken}`, async () => {
    const many = await Promise.all([1, 2, 3].map((number) => make.device(at.app, { sn: `MANY-${language}-${number}` })))
    for (const { id } of many.slice(0, 2)) await bindToUser(at.app, id)
    const waiting = await Promise.all(
      [1, 2].map((number) => make.device(at.app, { sn: `WAIT-${language}-${number}`, installed: false })),
    )
    await at.inWindow({ language, as: admin, start: `${installedList}?keyword=MANY-${language}` }, async (page) => {
      for (const { sn } of many) await rowOf(page, sn).getByRole('checkbox').check()
      // The rows' own buttons of that name stand below, so the first one is the list's.
      await button(page, w.more).first().click()
      await page.getByRole('menuitem', { name: w.unbind, exact: true }).click()
      const unbinding = dialog(page, w.unbindMany)
      await unbinding.getByText(w.oneLeftOut).waitFor()
      await field(unbinding, w.password).fill(admin.password)
      await button(unbinding, w.unbindMany).click()
      await toast(page, w.manyUnbound)
      for (const { id } of many) assert.equal((await detailOf(id)).bindState, 'unbound')

      await page.goto(foundBy(uninstalledList, `WAIT-${language}`))
      for (const { sn } of waiting) await rowOf(page, sn).getByRole('checkbox').check()
      await page.locator('section').getByRole('button', { name: w.install, exact: true }).first().click()
      const installing = dialog(page, w.installMany)
      await choose(installing, page, w.customer, 'First', 'First')
      await installing.locator('button[type=submit]').click()
      await rowOf(page, waiting[0]?.sn ?? '').waitFor({ state: 'detached' })
      for (const { id } of waiting) assert.equal((await detailOf(id)).installed, true)
    })
  })

  test(`an account without a code does not see its button, in ${spoken}`, async () => {
    const { sn } = await make.device(at.app, { sn: `READ-${language}` })
    const reader = await make.account(at.app, { operationCodes: ['oven:view'] })
    await at.inWindow({ language, as: reader, start: `${installedList}?keyword=${sn}` }, async (page) => {
      await rowOf(page, sn).waitFor()
      for (const name of [w.add, w.import, w.triples, w.export]) assert.equal(await button(page, name).count(), 0, name)
      await button(rowOf(page, sn), `${w.more} ${sn}`).click()
      const items = await page.getByRole('menuitem').allInnerTexts()
      for (const name of [w.edit, w.transfer, w.unbind, w.uninstall, w.disable, w.secret, w.remove])
        assert.equal(items.includes(name), false, name)
    })
  })
}

test('changes saved by somebody else meanwhile are shown beside one’s own, and no input is lost', async () => {
  const w = words.en
  const { id, sn } = await make.device(at.app, { sn: 'CLASH-1', name: 'Before', installedAt: at.app.clock.now() })
  await at.inWindow({ language: 'en', as: admin, start: `${installedList}?keyword=${sn}` }, async (page) => {
    await button(rowOf(page, sn), `${w.edit} ${sn}`).click()
    const editing = dialog(page, w.editTitle)
    await field(editing, w.name).fill('Mine')
    await at.inWindow({ language: 'en', as: admin, start: `${installedList}?keyword=${sn}` }, async (other) => {
      await button(rowOf(other, sn), `${w.edit} ${sn}`).click()
      await field(dialog(other, w.editTitle), w.name).fill('Theirs')
      await button(dialog(other, w.editTitle), w.save).click()
      await toast(other, w.saved('Theirs'))
    })
    await button(editing, w.save).click()
    await editing.getByRole('alert').getByText('Theirs', { exact: true }).first().waitFor()
    assert.equal(await field(editing, w.name).inputValue(), 'Mine')
    await button(editing, 'Keep mine').click()
    await button(editing, w.save).click()
    await toast(page, w.saved('Mine'))
    await until('mine is kept', async () => (await detailOf(id)).name === 'Mine')
  })
})
