import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gettingStartedText, productDetailText } from '../console/src/product/detail/detail.text.ts'
import { productFormText } from '../console/src/product/form/form.text.ts'
import { modelText } from '../console/src/product/model.text.ts'
import { modelListText } from '../console/src/product/model/model-list.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried, type Language } from './support/browser.ts'
import { arrived, field, openConsole, type Console } from './support/open-console.ts'

/** A product manager manages series and models, from nothing to a model with devices. */

let at: Console
let manager: MadeAccount
before(async () => {
  at = await openConsole()
  manager = await make.account(at.app, { role: 'product-manager', name: 'Zhao Ming' })
})
after(() => at.stop())

const words = inBoth({
  addSeries: { en: 'Add series', zh: '新增系列' },
  addModel: word.addModel,
  nameEn: word.nameInEnglish,
  nameZh: word.nameInChinese,
  code: { en: 'Code', zh: '系列编码' },
  category: modelText.kind,
  oven: word.oven,
  refrigeration: word.refrigeration,
  byCategory: { en: 'Series by category', zh: '按类别统计' },
  empty: { en: 'This cannot be empty', zh: '不能为空' },
  codeTaken: { en: 'Another series has this code', zh: '已有系列使用该编码' },
  added: { en: (name: string) => `${name} is added`, zh: (name: string) => `已新增“${name}”` },
  saved: { en: (name: string) => `${name} is saved`, zh: (name: string) => `已保存“${name}”` },
  removed: { en: (name: string) => `${name} is deleted`, zh: (name: string) => `已删除“${name}”` },
  delete: word.delete,
  edit: word.edit,
  copy: word.copy,
  disable: word.disable,
  cancel: word.cancel,
  save: word.saveChanges,
  steamer: { en: 'Combi steamer', zh: '万能蒸烤箱' },
  protocol: modelText.protocol,
  fromNothing: productFormText.empty,
  developing: { en: 'In development', zh: '开发中' },
  disabled: word.disabled,
  published: word.published,
  started: gettingStartedText.title,
  defined: { en: /\d+ defined/, zh: /已定义 \d+ 项/ },
  dismiss: gettingStartedText.dismiss,
  addPicture: gettingStartedText.basicsOpen,
  upload: productFormText.addPicture,
  use: uiText.usePicture,
  show: word.showIt,
  hide: productDetailText.hideSecret,
  copySecret: productDetailText.copySecret,
  password: word.signInPassword,
  wrong: { en: 'Wrong password, try again', zh: '密码错误，请重试' },
  makeCopy: productFormText.copy,
  more: word.more,
  of: { en: (name: string) => `Actions for ${name}`, zh: (name: string) => `“${name}”的操作` },
  nowDisabled: { en: (name: string) => `${name} is disabled`, zh: (name: string) => `已停用“${name}”` },
  continues: { en: 'The 1 device installed keeps working', zh: '已安装的 1 台设备照常运行' },
  undo: word.undo,
  undone: word.undone,
  typeKey: { en: (key: string) => `Type ${key} to confirm`, zh: (key: string) => `请输入 ${key} 确认删除` },
  notTheKey: { en: 'This is not the product’s key', zh: '输入的 ProductKey 不一致' },
  hasDevices: { en: (name: string) => `${name} still has devices`, zh: (name: string) => `“${name}”下还有设备` },
  stillDevices: {
    en: 'Still has 1 device: a model with devices cannot be deleted',
    zh: '该型号下还有 1 台设备，无法删除',
  },
  cards: modelListText.cards,
  rows: modelListText.rows,
  keyword: modelListText.keyword,
  newest: { en: 'Order: Newest first', zh: '排序方式: 最近创建' },
  byName: modelListText.byName,
  moving: productFormText.moving,
  keyTaken: { en: 'Another product has this key', zh: '已有产品使用该 ProductKey' },
  changed: { en: 'Somebody else has changed it', zh: '内容已被他人修改' },
  takenOver: { en: 'Changed by them and merged: Network type.', zh: '对方修改并已合并：联网方式。' },
  keepMine: uiText.keepMine,
  network: modelText.networkType,
  missing: { en: 'There is no such product model', zh: '没有该产品型号' },
  back: modelText.backToList,
  devices: word.devices,
  noModels: modelListText.emptyTitle,
  nothing: uiText.filteredEmpty,
  clear: word.clearFilters,
})

const dialog = (page: Page, name?: string): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const names = (page: Page) => page.locator('h2 a[data-cut]').allInnerTexts()
const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const detailHref = (id: string) => `/product/model/detail?id=${id}`
const window = (language: Language, start: string, work: (page: Page) => Promise<void>, as = manager) =>
  at.inWindow({ language, as, start }, work)
const detailOf = async (id: string) =>
  (await at.app.ask(productApi.detail, { id }, { token: manager.token })).envelope.data
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? ''

for (const { language, spoken } of tried('en')) {
  const w = words[language]
  /** A name of its own in both languages, and as this console shows it. */
  const named = (text: string) => ({ en: `${text} ${language}`, zh: `${text} ${language} 型` })
  const shown = (name: { en: string; zh: string }) => name[language]
  const model = async (text: string, wanted: Parameters<typeof make.product>[1] = {}) => {
    const name = named(text)
    const made = await make.product(at.app, { ...name, ...wanted })
    return { ...made, shown: shown(name) }
  }
  const fillNames = async (sheet: Locator, name: { en: string; zh: string }) => {
    await field(sheet, w.nameEn).fill(name.en)
    await field(sheet, w.nameZh).fill(name.zh)
  }

  test(`makes a series, then a model in it from a ready-made thing model, and is shown the next step, in ${spoken}`, async () => {
    const there = await make.series(at.app)
    const series = { en: `North ${language}`, zh: `北方 ${language}` }
    const name = named('CX-10')
    await window(language, '/product/series', async (page) => {
      await page.getByRole('button', { name: w.addSeries }).click()
      const sheet = dialog(page, w.addSeries)
      await sheet.getByRole('button', { name: w.addSeries }).click()
      await sheet.getByText(w.empty).first().waitFor()
      await fillNames(sheet, series)
      await field(sheet, w.code).fill(there.code)
      await field(sheet, w.category).click()
      await page.getByRole('option', { name: w.oven }).click()
      await sheet.getByRole('button', { name: w.addSeries }).click()
      await sheet.getByText(w.codeTaken).waitFor()
      assert.equal(await field(sheet, w.code).getAttribute('aria-invalid'), 'true')
      await field(sheet, w.code).fill(`N-${language}`)
      await page.keyboard.press('Enter')
      await toast(page, w.added(shown(series))).waitFor()

      await rowOf(page, shown(series))
        .getByRole('link', { name: shown(series), exact: true })
        .click()
      await arrived(page, '/product/model')
      await page.getByText(w.nothing).waitFor()
      await page.getByRole('button', { name: w.addModel }).first().click()
      const model = dialog(page, w.addModel)
      await fillNames(model, name)
      const spokenProtocol = () => field(model, w.protocol).inputValue()
      // The field follows the choice a moment later.
      const speaks = (protocol: string) =>
        until(`the protocol to be ${protocol}`, async () => (await spokenProtocol()) === protocol)
      await model.getByRole('radio', { name: 'Modbus DTU' }).check()
      await speaks('Modbus RTU')
      await model.getByRole('radio', { name: w.fromNothing }).check()
      assert.equal(await spokenProtocol(), 'Modbus RTU', 'an empty model speaks what was chosen')
      await model.getByRole('radio', { name: w.steamer }).check()
      await speaks('Alink')
      await model.getByRole('button', { name: w.addModel }).click()
      await toast(page, w.added(shown(name))).waitFor()
      await arrived(page, '/product/model/detail')
      await title(page, shown(name))
      await page.getByText(w.developing).first().waitFor()
      const made = await detailOf(idIn(page))
      assert.deepEqual([made.name, made.series.name, made.version, made.protocol], [name, series, null, 'alink'])
      assert.ok(made.draftFunctions > 0)

      const strip = page.getByRole('region', { name: w.started })
      await strip.getByText(w.defined).waitFor()
      await strip.getByText(w.addPicture).click()
      const edit = dialog(page)
      const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0f6b61' } })
        .png()
        .toBuffer()
      await edit.getByLabel(w.upload).last().setInputFiles({ name: 'cx.png', mimeType: 'image/png', buffer: picture })
      await page.getByRole('button', { name: w.use }).click()
      await until('the picture stands in the form', async () => (await edit.locator('form img').count()) === 1)
      await edit.getByRole('button', { name: w.save }).click()
      await toast(page, w.saved(shown(name))).waitFor()
      await page.locator('section img').first().waitFor()
      assert.notEqual((await detailOf(made.id)).imageFileId, null)
      await strip.getByRole('button', { name: w.dismiss }).click()
      await page.reload()
      await title(page, shown(name))
      assert.equal(await strip.count(), 0)
    })
  })

  test(`figures above the series set their category, in ${spoken}`, async () => {
    const cold = await make.series(at.app, { kind: 'cooler' })
    const hot = await make.series(at.app)
    await window(language, '/product/series?pageSize=80', async (page) => {
      await rowOf(page, shown(hot.name)).waitFor()
      await page.getByRole('group', { name: w.byCategory }).getByRole('button', { name: w.refrigeration }).click()
      await rowOf(page, shown(cold.name)).waitFor()
      await until('no ovens', async () => (await rowOf(page, shown(hot.name)).count()) === 0)
      assert.equal(new URL(page.url()).searchParams.get('kind'), 'cooler')
    })
  })

  test(`shows the secret behind the password, and refuses a wrong one, in ${spoken}`, async () => {
    const { id } = await model('Secret')
    await window(language, detailHref(id), async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: w.show }).click()
      const ask = dialog(page)
      await field(ask, w.password).fill('Wrong2026')
      await ask.getByRole('button', { name: w.show, exact: true }).click()
      await ask.getByText(w.wrong).waitFor()
      assert.equal(await field(ask, w.password).inputValue(), '')
      await field(ask, w.password).fill(manager.password)
      await page.keyboard.press('Enter')
      await ask.waitFor({ state: 'detached' })
      const { envelope } = await at.app.ask(
        productApi.secret,
        { id, password: manager.password },
        { token: manager.token },
      )
      const { productSecret } = envelope.data
      await page.getByText(productSecret, { exact: true }).waitFor()
      await page.getByRole('button', { name: w.copySecret }).click()
      await until('it is copied', async () => (await page.evaluate('navigator.clipboard.readText()')) === productSecret)
      await page.getByRole('button', { name: w.hide }).click()
      assert.equal(await page.getByText(productSecret, { exact: true }).count(), 0)
      await page.getByRole('button', { name: w.show }).waitFor()
    })
  })

  test(`copies a model with its functions under a name and a key of its own, in ${spoken}`, async () => {
    const { id, productKey, shown: source } = await model('Copied')
    const name = named('The copy')
    await window(language, `/product/model?keyword=${productKey}`, async (page) => {
      await cardOf(page, source)
        .getByRole('button', { name: w.of(source) })
        .click()
      await page.getByRole('menuitem', { name: w.copy, exact: true }).click()
      const sheet = dialog(page)
      await fillNames(sheet, name)
      await sheet.getByText(w.moving).click()
      await field(sheet, 'ProductKey').fill(productKey)
      await sheet.getByRole('button', { name: w.makeCopy }).click()
      await sheet.getByText(w.keyTaken).waitFor()
      await field(sheet, 'ProductKey').fill(`a1Copy${language}`)
      await sheet.getByRole('button', { name: w.makeCopy }).click()
      await arrived(page, '/product/model/detail')
      await title(page, shown(name))
      const [copy, original] = [await detailOf(idIn(page)), await detailOf(id)]
      assert.equal(copy.productKey, `a1Copy${language}`)
      assert.deepEqual([copy.version, copy.status, copy.draftFunctions], [null, 'draft', original.functions])
    })
  })

  test(`disables a model after a description of what continues to work, and undoes it, in ${spoken}`, async () => {
    const { id, productKey, shown: name } = await model('Switched')
    await make.device(at.app, { productId: id, productKey })
    await window(language, detailHref(id), async (page) => {
      await page.getByRole('button', { name: w.more }).click()
      await page.getByRole('menuitem', { name: w.disable }).click()
      const requested = page.getByRole('dialog')
      await requested.getByText(w.continues).waitFor()
      assert.equal((await detailOf(id)).enabled, true)
      await requested.getByRole('button', { name: w.disable, exact: true }).click()
      await page.getByText(w.disabled, { exact: true }).first().waitFor()
      assert.equal((await detailOf(id)).enabled, false)
      await toast(page, w.nowDisabled(name)).getByRole('button', { name: w.undo }).click()
      await toast(page, w.undone).waitFor()
      await page.getByText(w.published, { exact: true }).first().waitFor()
      assert.equal((await detailOf(id)).enabled, true)
    })
  })

  test(`deletes a model by its key, and not one that has devices, in ${spoken}`, async () => {
    const held = await model('Held')
    await make.device(at.app, { productId: held.id, productKey: held.productKey })
    const gone = await model('Gone')
    const remove = (page: Page) => page.getByRole('menuitem', { name: w.delete })
    await window(language, detailHref(held.id), async (page) => {
      await page.getByRole('button', { name: w.more }).click()
      await remove(page).hover()
      await page.getByText(w.stillDevices).waitFor()
      await remove(page).click({ force: true })
      assert.equal(await dialog(page).count(), 0)
    })
    await window(language, detailHref(gone.id), async (page) => {
      await page.getByRole('button', { name: w.more }).click()
      await remove(page).click()
      const ask = dialog(page)
      const key = field(ask, w.typeKey(gone.productKey))
      await key.fill(held.productKey)
      await ask.getByRole('button', { name: w.delete }).click()
      await ask.getByText(w.notTheKey).waitFor()
      const late = await make.device(at.app, { productId: gone.id, productKey: gone.productKey })
      await key.fill(gone.productKey)
      await page.keyboard.press('Enter')
      await ask.getByRole('alert').getByText(w.hasDevices(gone.shown)).waitFor()
      await at.app.db.deleteFrom('device').where('id', '=', late.id).execute()
      await page.keyboard.press('Enter')
      await toast(page, w.removed(gone.shown)).waitFor()
      await arrived(page, '/product/model')
    })
  })

  test(`remembers cards or rows, and keeps filters, order and page in the address for both, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'product-manager' })
    const { id: seriesId } = await make.series(at.app, { kind: 'cooler' })
    const all = []
    for (const letter of 'KJIHGFEDCBA') all.push(await model(`Look ${letter}`, { seriesId, kind: 'cooler' }))
    const [first, last] = [all.at(-1), all.at(0)]
    assert.ok(first !== undefined && last !== undefined)
    const start = `/product/model?seriesId=${seriesId}`
    await window(
      language,
      start,
      async (page) => {
        await cardOf(page, first.shown).waitFor()
        await page.getByRole('button', { name: w.newest }).click()
        await page.getByRole('menuitem', { name: w.byName }).click()
        await until('by name', async () => (await names(page))[0] === first.shown)
        await page.locator('nav button', { hasText: /^2$/ }).click()
        await until('the last alone', async () => (await names(page)).join() === last.shown)
        await page.getByRole('button', { name: w.rows, exact: true }).click()
        await rowOf(page, last.shown).waitFor()
        const requested = new URL(page.url()).searchParams
        assert.deepEqual(
          [requested.get('sort'), requested.get('pageNum'), requested.get('seriesId')],
          ['name', '2', seriesId],
        )
        await page.reload()
        await rowOf(page, last.shown).waitFor()
        await page.getByRole('search').getByLabel(w.keyword).fill('nothing of that name')
        await page.keyboard.press('Enter')
        await page.getByText(w.nothing).waitFor()
        await page.goBack()
        await rowOf(page, last.shown).waitFor()
      },
      person,
    )
    await window(
      language,
      start,
      (page) => rowOf(page, last.shown).or(rowOf(page, first.shown)).first().waitFor(),
      person,
    )
  })

  test(`an edit that two make at once is refused, shows both, and loses neither, in ${spoken}`, async () => {
    const { id, shown: name } = await model('Clash')
    const mine = named('Mine')
    await window(language, detailHref(id), async (page) => {
      await title(page, name)
      await page.getByRole('button', { name: w.edit, exact: true }).click()
      const sheet = dialog(page)
      await fillNames(sheet, mine)
      const { series, ...now } = await detailOf(id)
      const { nodeType, protocol, imageFileId, note, enabled, updatedAt } = now
      const other = { id, nodeType, protocol, imageFileId, note, enabled, updatedAt, seriesId: series.id }
      at.app.clock.advance(1000)
      await at.app.ask(
        productApi.update,
        { ...other, name: { ...now.name, en: `Other ${language}` }, networkType: '4g' },
        { token: manager.token },
      )
      await sheet.getByRole('button', { name: w.save }).click()
      const clash = sheet.getByRole('alert')
      await clash.getByText(w.changed).waitFor()
      await clash.getByText(w.takenOver).waitFor()
      await clash.getByText(`Other ${language}`).waitFor()
      await clash.getByRole('button', { name: w.keepMine }).click()
      await sheet.getByRole('button', { name: w.save }).click()
      await toast(page, w.saved(shown(mine))).waitFor()
      const after = await detailOf(id)
      assert.deepEqual([after.name, after.networkType], [mine, '4g'])
    })
  })

  test(`devices of a model are listed in its tab, and its count leads to them in the device list, in ${spoken}`, async () => {
    const { id, productKey, shown: name } = await model('Counted')
    const { sn } = await make.device(at.app, { productId: id, productKey })
    await window(language, `/product/model?keyword=${productKey}`, async (page) => {
      await cardOf(page, name).getByRole('link', { name: '1', exact: true }).click()
      await arrived(page, '/recipeManage/device/list')
      await rowOf(page, sn).waitFor()
      assert.equal(await page.locator('tbody tr').count(), 1)
      await page.goBack()
      await cardOf(page, name).getByRole('link', { name, exact: true }).click()
      await title(page, name)
      // The kind of connection is fixed once a model has a device.
      await page.getByRole('button', { name: w.edit, exact: true }).first().click()
      assert.equal(await field(dialog(page), w.protocol).isDisabled(), true)
      await page.keyboard.press('Escape')
      await page
        .getByRole('link', { name: new RegExp(`^${w.devices}`) })
        .last()
        .click()
      await rowOf(page, sn).getByRole('link', { name: sn, exact: true }).click()
      await arrived(page, '/recipeManage/device/list/detail')
      await page.keyboard.press('Control+k')
      await page.keyboard.type(productKey)
      await page.getByRole('option', { name: productKey }).waitFor()
      await page.keyboard.press('Enter')
      await title(page, name)
    })
  })

  test(`an unknown model is a page with a message and a way back, in ${spoken}`, async () => {
    for (const page of ['detail', 'draft', 'setLang'])
      await window(language, `/product/model/${page}?id=999999`, async (shownPage) => {
        await title(shownPage, w.missing)
        await shownPage.getByRole('button', { name: w.back }).click()
        await arrived(shownPage, '/product/model')
      })
  })
}

test('support sees models and no button to change them; staff of a distributor see neither, whatever their role holds', async () => {
  const { id, productKey, name } = await make.product(at.app, { en: 'Read only', zh: '只读' })
  const support = await make.account(at.app, { role: 'support' })
  const distributor = await make.organisation(at.app, { kind: 'distributor' })
  const seller = await make.account(at.app, { role: 'product-manager', organisationId: distributor.id })
  for (const reader of [support, seller]) {
    await window(
      'en',
      `/product/model?keyword=${productKey}`,
      async (page) => {
        await cardOf(page, name.en).waitFor()
        assert.equal(await page.getByRole('button', { name: words.en.addModel }).count(), 0)
        assert.equal(await page.getByRole('button', { name: words.en.of(name.en) }).count(), 0)
        await page.getByRole('button', { name: words.en.rows, exact: true }).click()
        await rowOf(page, name.en).waitFor()
        assert.equal(await rowOf(page, name.en).getByRole('button').count(), 1)
        await page.goto(`${at.app.url}${detailHref(id)}`)
        await title(page, name.en)
        for (const button of [words.en.edit, words.en.more, words.en.show, 'Edit thing model', 'Thing model draft'])
          assert.equal(await page.getByRole('button', { name: button, exact: true }).count(), 0, button)
        assert.equal(await page.getByRole('region', { name: words.en.started }).count(), 0)
      },
      reader,
    )
  }
})
