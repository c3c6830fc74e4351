import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { draftFunctionsText } from '../console/src/thing-model/draft/draft.text.ts'
import { functionText } from '../console/src/thing-model/function/function.text.ts'
import { functionsText } from '../console/src/thing-model/functions/functions.text.ts'
import { publishText } from '../console/src/thing-model/publish/publish.text.ts'
import { testerText } from '../console/src/thing-model/tester/tester.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { connectMade, shadowOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried, type Language } from './support/browser.ts'
import { arrived, field, openConsole, type Console } from './support/open-console.ts'

/** A product manager makes a thing model function by function, until its devices report. */

let at: Console
let manager: MadeAccount
let staff: MadeAccount
before(async () => {
  at = await openConsole()
  manager = await make.account(at.app, { role: 'product-manager', name: 'Zhao Ming' })
  staff = await make.account(at.app, { role: 'administrator', name: 'Lin Wei' })
})
after(() => at.stop())

const words = inBoth({
  addSeries: { en: 'Add series', zh: '新增系列' },
  addModel: word.addModel,
  nameEn: word.nameInEnglish,
  nameZh: word.nameInChinese,
  code: { en: 'Code', zh: '系列编码' },
  category: { en: 'Category', zh: '产品类别' },
  oven: word.oven,
  added: { en: (name: string) => `${name} is added`, zh: (name: string) => `已新增“${name}”` },
  noFunctions: draftFunctionsText.emptyTitle,
  addFirst: draftFunctionsText.addFirst,
  add: draftFunctionsText.add,
  property: word.property,
  event: word.event,
  service: word.service,
  save: word.saveChanges,
  cancel: word.cancel,
  inDraft: { en: (name: string) => `${name} is in the draft`, zh: (name: string) => `草稿已新增“${name}”` },
  saved: { en: (name: string) => `${name} is saved in the draft`, zh: (name: string) => `草稿已保存“${name}”` },
  required: functionText.required,
  readWrite: functionText.readWrite,
  dataType: functionText.dataType,
  itemsFirst: { en: 'Fill in the enumeration values first', zh: '请先填写枚举项' },
  pasteLines: functionText.pasteItems,
  lines: functionText.lines,
  takeLines: functionText.takeLines,
  range: { en: 'The maximum must be greater than the minimum', zh: '最大值必须大于最小值' },
  hex: { en: 'Enter a hex address, 0x0 to 0xFFFF', zh: '请输入十六进制寄存器地址，范围 0x0 至 0xFFFF' },
  badName: { en: /Start with a Chinese character/, zh: /以中文、英文字母或数字开头/ },
  sameIdentifier: { en: 'Another function has this identifier', zh: '已有功能使用该标识符' },
  sameParameter: { en: 'Two parameters have the same identifier', zh: '参数标识符重复' },
  unit: word.unit,
  addMember: { en: /^Add a member/, zh: /^新增成员/ },
  addParameter: { en: /^Add a parameter/, zh: /^新增参数/ },
  alarm: word.alarm,
  synchronous: functionText.sync,
  tester: functionText.beside,
  value: word.valueOfProperty,
  sent: testerText.down,
  json: testerText.json,
  allowed: testerText.allowed,
  outOfRange: { en: (name: string) => `${name} must be 30 to 260`, zh: (name: string) => `“${name}”应在 30 至 260` },
  offStep: {
    en: (name: string) => `${name} goes in steps of 5 from 30`,
    zh: (name: string) => `“${name}”应从 30 起按 5 递增`,
  },
  notNumber: { en: (name: string) => `${name} must be a number`, zh: (name: string) => `“${name}”应为单精度浮点数` },
  publish: word.publish,
  publishFirst: { en: 'Publish 1.0.0', zh: '发布 1.0.0' },
  published: word.published,
  search: functionsText.find,
  grip: {
    en: (name: string) => `Move ${name}: drag it, or press Alt with an arrow key`,
    zh: (name: string) => `移动“${name}”：拖动，或按 Alt 加上下方向键`,
  },
  nowAt: {
    en: (name: string, n: number, count: number) => `${name} is now ${n} of ${count}`,
    zh: (name: string, n: number, count: number) => `“${name}”已移至第 ${n} 位，共 ${count} 位`,
  },
  edit: { en: (name: string) => `Edit ${name}`, zh: (name: string) => `编辑“${name}”` },
  duplicate: draftFunctionsText.duplicate,
  delete: word.delete,
  deleted: { en: (name: string) => `${name} is deleted from the draft`, zh: (name: string) => `草稿已删除“${name}”` },
  manyDeleted: { en: '2 functions deleted from the draft', zh: '草稿已删除 2 个功能' },
  select: { en: (name: string) => `Select ${name}`, zh: (name: string) => `选择 ${name}` },
  undo: word.undo,
  bringBack: draftFunctionsText.bringBack,
  breaking: publishText.breaking,
  changed: { en: /Somebody else has changed the draft/, zh: /草稿已被他人修改/ },
  takenOver: { en: 'Changed by them and merged: Description.', zh: '对方修改并已合并：描述。' },
  keepMine: uiText.keepMine,
  goneMeanwhile: { en: /Somebody else has deleted this function/, zh: /该功能已被他人删除/ },
  leaveAsk: uiText.leaveTitle,
  stay: uiText.stay,
  leave: uiText.leave,
  missing: { en: '1 thing is missing before this can be published', zh: '发布前还有 1 处需要补全' },
  noRegister: { en: 'The register is not filled in', zh: '未填写寄存器' },
  registerKnown: functionText.registerKnown,
  startOven: { en: 'Start from Combi steamer', zh: '从“万能蒸烤箱”开始' },
})

const dialog = (page: Page, name?: string): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })
const draftHref = (id: string) => `/product/model/draft?id=${id}`
const window = (language: Language, start: string, work: (page: Page) => Promise<void>) =>
  at.inWindow({ language, as: manager, start }, work)
const draftOf = async (productId: string) =>
  (await at.app.ask(thingModelApi.draft, { productId }, { token: manager.token })).envelope.data
const propertyOf = async (productId: string, identifier: string): Promise<Property> => {
  const found = (await draftOf(productId)).model.properties.find((property) => property.identifier === identifier)
  if (found === undefined) throw new Error(`The draft has no ${identifier}`)
  return found
}
const rowOf = (page: Page, identifier: string): Locator => page.locator(`tr[data-row="${identifier}"]`)
/** The identifiers in the order of the table, without the functions that publishing removes. */
async function identifiers(page: Page): Promise<readonly string[]> {
  const rows = await page.locator('tr[data-order-id]').all()
  return Promise.all(rows.map(async (row) => (await row.getAttribute('data-row')) ?? ''))
}
const byText = (one: readonly unknown[], other: readonly unknown[]) => String(one).localeCompare(String(other))
const submit = (sheet: Locator) => sheet.locator('button[type=submit]').click()
const entry = (sheet: Locator, path: string): Locator => sheet.locator(`[name="${path}"]`)
async function fill(sheet: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, value] of Object.entries(fields)) await entry(sheet, path).fill(value)
}
/** Chooses a data type in one of the sheet's fields with this label, by default in the last one. */
async function chooseType(page: Page, sheet: Locator, label: string, type: string, nth = -1): Promise<void> {
  await field(sheet, label).nth(nth).click()
  await page.getByRole('option', { name: new RegExp(`^${type} ·`) }).click()
}

for (const { language, spoken } of tried('zh')) {
  const w = words[language]
  const named = (en: string, zh: string) => (language === 'en' ? en : zh)
  const openNew = async (page: Page, kind: 'property' | 'event' | 'service', button: string = w.add) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('menuitem', { name: w[kind] }).click()
    const sheet = dialog(page)
    await entry(sheet, 'identifier').waitFor()
    return sheet
  }

  const addSeries = async (page: Page, series: string): Promise<void> => {
    await page.getByRole('button', { name: w.addSeries }).first().click()
    const sheet = dialog(page, w.addSeries)
    await field(sheet, w.nameEn).fill(`Line${language === 'en' ? '' : ' 2'}`)
    await field(sheet, w.nameZh).fill(language === 'en' ? '南线' : '北线')
    await field(sheet, w.code).fill(`L-${language}`)
    await field(sheet, w.category).click()
    await page.getByRole('option', { name: w.oven }).click()
    await submit(sheet)
    await toast(page, w.added(series)).waitFor()
  }
  /** Returns the id of the new model, whose draft is open. */
  const addModel = async (page: Page, series: string): Promise<string> => {
    await page.getByRole('link', { name: series, exact: true }).first().click()
    await arrived(page, '/product/model')
    await page.getByRole('button', { name: w.addModel }).first().click()
    const model = dialog(page, w.addModel)
    await field(model, w.nameEn).fill('CX-1')
    await field(model, w.nameZh).fill('CX-1')
    await submit(model)
    await arrived(page, '/product/model/detail')
    const productId = new URL(page.url()).searchParams.get('id') ?? ''
    await page.goto(at.app.url + draftHref(productId))
    await page.getByText(w.noFunctions).waitFor()
    return productId
  }
  /** Adds an enumeration, whose values are pasted all at once. */
  const addEnumeration = async (page: Page): Promise<void> => {
    const state = await openNew(page, 'property', w.addFirst)
    await fill(state, { 'name.zh': '_状态', 'name.en': 'State', identifier: 'WorkState' })
    await state.getByText(w.required).click()
    await chooseType(page, state, w.dataType, 'enum')
    await submit(state)
    await state.getByText(w.badName).waitFor()
    await state.getByText(w.itemsFirst).waitFor()
    await state.getByRole('button', { name: w.pasteLines }).click()
    await field(state, w.lines).fill('0,Standby,待机\n1,Preheating,预热\n2\tCooking\t烹饪')
    await state.getByRole('button', { name: w.takeLines }).click()
    await fill(state, { 'name.zh': '工作状态' })
    await submit(state)
    await toast(page, w.inDraft(named('State', '工作状态'))).waitFor()
    await rowOf(page, 'WorkState').waitFor()
  }
  /** Adds a number. A wrong range is refused, and values are tried beside the form. */
  const addNumber = async (page: Page): Promise<void> => {
    const temp = await openNew(page, 'property')
    await fill(temp, { 'name.zh': '设定温度', 'name.en': 'Set-temp', identifier: 'WorkState' })
    await temp.getByRole('button', { name: w.readWrite }).click()
    await chooseType(page, temp, w.dataType, 'float')
    await fill(temp, { 'dataType.min': '30', 'dataType.max': '20', 'dataType.step': '5' })
    await submit(temp)
    await temp.getByText(w.sameIdentifier).waitFor()
    await temp.getByText(w.range).waitFor()
    await fill(temp, { identifier: 'SetTemp', 'dataType.max': '260' })
    await field(temp, w.unit).click()
    await page.getByRole('option', { name: /^°C/ }).click()
    const name = named('Set-temp', '设定温度')
    const tester = temp.getByRole('complementary', { name: w.tester })
    await field(tester, w.value).fill('300')
    await tester.getByText(w.outOfRange(name)).waitFor()
    await field(tester, w.value).fill('182.5')
    await tester.getByText(w.allowed, { exact: true }).waitFor()
    await tester.getByRole('button', { name: w.sent }).click()
    await tester.getByText(w.offStep(name)).waitFor()
    await tester.getByRole('button', { name: w.json, exact: true }).click()
    await field(tester, w.value).fill('"180"')
    await tester.getByText(w.notNumber(name)).waitFor()
    await submit(temp)
    await toast(page, w.inDraft(name)).waitFor()
  }
  /** Adds a structure. Two members with one identifier are refused. */
  const addStructure = async (page: Page): Promise<void> => {
    const probe = await openNew(page, 'property')
    await fill(probe, { 'name.zh': '探针', 'name.en': 'Probe', identifier: 'Probe' })
    await chooseType(page, probe, w.dataType, 'struct')
    const member = async (index: number, identifier: string, zh: string) => {
      await probe.getByRole('button', { name: w.addMember }).click()
      const path = `dataType.members.${index}`
      await fill(probe, {
        [`${path}.identifier`]: identifier,
        [`${path}.name.zh`]: zh,
        [`${path}.name.en`]: identifier,
        [`${path}.dataType.min`]: '-40',
        [`${path}.dataType.max`]: '150',
      })
    }
    await member(0, 'Core', '芯温')
    await member(1, 'Core', '表面温度')
    await submit(probe)
    await probe.getByText(w.sameParameter).waitFor()
    await fill(probe, { 'dataType.members.1.identifier': 'Surface', 'dataType.members.1.name.en': 'Surface' })
    await submit(probe)
    await toast(page, w.inDraft(named('Probe', '探针'))).waitFor()
  }
  const addEvent = async (page: Page): Promise<void> => {
    const event = await openNew(page, 'event')
    await fill(event, { 'name.zh': '超温', 'name.en': 'Too-hot', identifier: 'TooHot' })
    await event.getByRole('button', { name: w.alarm, exact: true }).click()
    await event.getByRole('button', { name: w.addParameter }).click()
    await fill(event, {
      'outputData.0.identifier': 'Temp',
      'outputData.0.name.zh': '温度',
      'outputData.0.name.en': 'Temperature',
      'outputData.0.dataType.min': '0',
      'outputData.0.dataType.max': '400',
    })
    await submit(event)
    await toast(page, w.inDraft(named('Too-hot', '超温'))).waitFor()
  }
  const addService = async (page: Page): Promise<void> => {
    const service = await openNew(page, 'service')
    await fill(service, { 'name.zh': '开始清洗', 'name.en': 'Start-washing', identifier: 'StartWash' })
    await service.getByRole('button', { name: w.synchronous, exact: true }).click()
    await service.getByRole('button', { name: w.addParameter }).first().click()
    await fill(service, {
      'inputData.0.identifier': 'Minutes',
      'inputData.0.name.zh': '时长',
      'inputData.0.name.en': 'Minutes',
      'inputData.0.dataType.min': '1',
      'inputData.0.dataType.max': '90',
    })
    await submit(service)
    await toast(page, w.inDraft(named('Start-washing', '开始清洗'))).waitFor()
  }
  const publish = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: w.publish, exact: true }).click()
    await dialog(page).getByRole('button', { name: w.publishFirst }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText(w.published, { exact: true }).first().waitFor()
  }
  /** Checks the published model, and returns its product key. */
  const checkPublished = async (productId: string): Promise<string> => {
    const { envelope } = await at.app.ask(productApi.detail, { id: productId }, { token: manager.token })
    const { productKey, version } = envelope.data
    assert.equal(version?.name, '1.0.0')
    const { envelope: made } = await at.app.ask(thingModelApi.published, { productId }, { token: manager.token })
    const { model } = made.data
    assert.deepEqual(
      model.properties.map(({ dataType }) => dataType.type),
      ['enum', 'float', 'struct'],
    )
    assert.deepEqual([model.events[0]?.type, model.services[0]?.callType], ['alert', 'sync'])
    return productKey
  }

  test(`from nothing to a published oven model, with a device that reports exactly its values, in ${spoken}`, async () => {
    const series = named('Line', '北线')
    let productId = ''
    await window(language, '/product/series', async (page) => {
      await addSeries(page, series)
      productId = await addModel(page, series)
      await addEnumeration(page)
      await addNumber(page)
      await addStructure(page)
      await addEvent(page)
      await addService(page)
      assert.equal(await page.locator('tbody tr').count(), 5)
      await publish(page)
    })

    const productKey = await checkPublished(productId)
    const device = await make.device(at.app, { productId, productKey })
    const oven = await connectMade(at.app, device)
    await oven.report({
      WorkState: 2,
      SetTemp: 180,
      Probe: { Core: 64, Surface: 92 },
      Humidity: 40,
    })
    await oven.report({ WorkState: 9, SetTemp: 300, Probe: { Core: 'hot' } })
    await until('what is allowed is in the shadow', async () => {
      const { reported } = await shadowOf(at.app, device)
      return Object.keys(reported).length === 3
    })
    const { reported } = await shadowOf(at.app, device)
    assert.deepEqual(
      Object.entries(reported)
        .map(([identifier, { v }]) => [identifier, v])
        .toSorted(byText),
      [
        ['Probe', { Core: 64, Surface: 92 }],
        ['SetTemp', 180],
        ['WorkState', 2],
      ],
    )
    const messages = `/recipeManage/device/list/detail?id=${device.id}&tab=messages&dropped=true`
    await at.inWindow({ language, as: staff, start: messages }, async (page) => {
      await page.getByText('WorkState, SetTemp, Probe').waitFor()
      await page.getByText('Humidity', { exact: true }).waitFor()
      assert.equal(await page.locator('tbody tr').count(), 2)
    })
    await oven.leave()
  })

  test(`moves functions by keyboard and by their handle, and announces their position, in ${spoken}`, async () => {
    const { id } = await make.product(at.app)
    await window(language, draftHref(id), async (page) => {
      await rowOf(page, 'WorkState').waitFor()
      const before = (await draftOf(id)).model.properties.map(({ identifier }) => identifier)
      const first = named('Working state', '工作状态')
      const count = before.length
      await page.getByRole('button', { name: w.grip(first) }).focus()
      await page.keyboard.press('Alt+ArrowDown')
      await toast(page, w.nowAt(first, 2, count)).waitFor()
      await page.keyboard.press('Alt+ArrowDown')
      await toast(page, w.nowAt(first, 3, count)).waitFor()
      assert.equal(await page.evaluate('document.activeElement.closest("tr").dataset.row'), 'WorkState')
      await until(
        'the draft has the order',
        async () => (await draftOf(id)).model.properties[2]?.identifier === 'WorkState',
      )
      assert.deepEqual((await identifiers(page)).slice(0, 3), ['ChamberTemp', 'SetTemp', 'WorkState'])

      const grip = rowOf(page, 'WorkState').locator('[data-grip]')
      const from = await grip.boundingBox()
      const to = await rowOf(page, 'ChamberTemp').boundingBox()
      if (from === null || to === null) throw new Error('The rows are not in sight')
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(to.x + 60, to.y + 4, { steps: 6 })
      await page.locator('tr[data-drop=before]').waitFor()
      await page.mouse.up()
      await until('it is first again', async () => (await draftOf(id)).model.properties[0]?.identifier === 'WorkState')
      await page.reload()
      await rowOf(page, 'WorkState').waitFor()
      assert.deepEqual((await identifiers(page)).slice(0, 2), ['WorkState', 'ChamberTemp'])
    })
  })

  test(`finds, duplicates and deletes functions, and brings them back, in ${spoken}`, async () => {
    const { id } = await make.product(at.app)
    await window(language, draftHref(id), async (page) => {
      await rowOf(page, 'WorkState').waitFor()
      const all = await page.locator('tbody tr').count()
      await field(page, w.search).fill(named('core t', '芯温'))
      await rowOf(page, 'WorkState').waitFor({ state: 'detached' })
      await rowOf(page, 'CoreTemp').getByRole('button', { name: w.duplicate }).click()
      const sheet = dialog(page)
      assert.equal(await entry(sheet, 'identifier').inputValue(), '')
      await fill(sheet, { identifier: 'CoreTemp2', 'name.zh': '芯温二', 'name.en': 'Second-core' })
      await submit(sheet)
      await toast(page, w.inDraft(named('Second-core', '芯温二'))).waitFor()
      // The table shows the saved function despite the search.
      await rowOf(page, 'CoreTemp2').waitFor()
      await until('every function is shown again', async () => (await page.locator('tbody tr').count()) === all + 1)

      const target = named('Set core temperature', '设定芯温')
      await rowOf(page, 'CoreTarget').getByRole('button', { name: w.delete }).click()
      await toast(page, w.deleted(target)).waitFor()
      const gone = rowOf(page, 'removed CoreTarget')
      await gone.getByText(w.breaking).waitFor()
      await toast(page, w.deleted(target)).getByRole('button', { name: w.undo }).click()
      await gone.waitFor({ state: 'detached' })
      await until('it stands where it stood', async () => {
        const order = await identifiers(page)
        return order.indexOf('CoreTarget') === order.indexOf('CoreTemp') + 1
      })

      for (const name of [named('Fan speed', '风机转速'), named('Fan direction', '风机转向')])
        await page.getByRole('checkbox', { name: w.select(name) }).check()
      await page.getByRole('button', { name: w.delete, exact: true }).first().click()
      await toast(page, w.manyDeleted).waitFor()
      const fan = rowOf(page, 'removed FanSpeed')
      await fan.getByRole('button', { name: w.bringBack }).click()
      await fan.waitFor({ state: 'detached' })
      await rowOf(page, 'FanSpeed').waitFor()
      const { changes } = await draftOf(id)
      assert.deepEqual(changes.map(({ change, identifier }) => [change, identifier]).toSorted(byText), [
        ['added', 'CoreTemp2'],
        ['removed', 'FanReverse'],
      ])
    })
  })

  test(`shows what somebody else saved meanwhile, and loses no input, in ${spoken}`, async () => {
    const { id } = await make.product(at.app)
    const was = await propertyOf(id, 'SetTemp')
    const change = (definition: Property, before: Property) =>
      at.app.ask(thingModelApi.updateProperty, { productId: id, was: before, definition }, { token: manager.token })
    const name = named('Set temperature', '设定温度')
    await window(language, draftHref(id), async (page) => {
      await page.getByRole('button', { name: w.edit(name) }).click()
      const sheet = dialog(page)
      await entry(sheet, 'dataType.max').fill('250')
      const theirs = {
        ...was,
        description: 'Of the chamber.',
        dataType: was.dataType.type === 'float' ? { ...was.dataType, min: 40 } : was.dataType,
      }
      await change(theirs, was)
      await submit(sheet)
      await sheet.getByText(w.changed).waitFor()
      await sheet.getByText(w.takenOver).waitFor()
      assert.equal(await entry(sheet, 'dataType.max').inputValue(), '250')
      await sheet.getByRole('button', { name: w.keepMine }).click()
      await submit(sheet)
      await toast(page, w.saved(name)).waitFor()
      const now = await propertyOf(id, 'SetTemp')
      assert.equal(now.description, 'Of the chamber.')
      assert.ok(now.dataType.type === 'float')
      assert.deepEqual([now.dataType.min, now.dataType.max], [30, 250])

      await page.getByRole('button', { name: w.edit(name) }).click()
      await entry(sheet, 'dataType.max').fill('240')
      await page.keyboard.press('Escape')
      await dialog(page, w.leaveAsk).getByRole('button', { name: w.stay }).click()
      const body = { productId: id, identifiers: ['SetTemp'] }
      await at.app.ask(thingModelApi.removeProperties, body, { token: manager.token })
      await submit(sheet)
      await sheet.getByText(w.goneMeanwhile).waitFor()
      await submit(sheet)
      await toast(page, w.inDraft(name)).waitFor()
      const added = await propertyOf(id, 'SetTemp')
      assert.ok(added.dataType.type === 'float' && added.dataType.max === 240)
    })
  })

  test(`leads to what is missing in a model for Modbus, and requires a hex address, in ${spoken}`, async () => {
    const { id } = await make.product(at.app, { model: null, protocol: 'modbusRtu' })
    const definition: Property = {
      identifier: 'Hardness',
      name: { en: 'Hardness', zh: '硬度' },
      required: false,
      accessMode: 'r',
      dataType: { type: 'int', min: 0, max: 30 },
    }
    const body = { productId: id, definition }
    await at.app.ask(thingModelApi.start, { productId: id, from: 'modbus-dtu' }, { token: manager.token })
    await at.app.ask(thingModelApi.addProperty, body, { token: manager.token })
    await window(language, draftHref(id), async (page) => {
      const notes = page.getByRole('region', { name: w.missing })
      await notes.getByText(w.noRegister).waitFor()
      await notes.getByRole('button', { name: named('Hardness', '硬度') }).click()
      await until(
        'its row has the keyboard',
        async () => (await page.evaluate('document.activeElement.closest("tr")?.dataset.row')) === 'Hardness',
      )
      await page.keyboard.press('Enter')
      const sheet = dialog(page)
      await sheet.getByRole('checkbox', { name: w.registerKnown }).check()
      await fill(sheet, { 'modbus.registerAddress': '4012' })
      await submit(sheet)
      await sheet.getByText(w.hex).waitFor()
      await fill(sheet, { 'modbus.registerAddress': '0x0412' })
      await submit(sheet)
      await toast(page, w.saved(named('Hardness', '硬度'))).waitFor()
      await notes.waitFor({ state: 'detached' })
      await rowOf(page, 'Hardness').getByText('0x0412').waitFor()
    })
  })

  test(`starts an empty draft from a ready-made model, in ${spoken}`, async () => {
    const { id } = await make.product(at.app, { model: null })
    await window(language, draftHref(id), async (page) => {
      await page.getByRole('button', { name: w.startOven }).click()
      await rowOf(page, 'WorkState').waitFor()
      assert.ok((await draftOf(id)).model.properties.length > 40)
    })
  })
}
