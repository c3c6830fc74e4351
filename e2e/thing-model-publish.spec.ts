import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { functionsText } from '../console/src/thing-model/functions/functions.text.ts'
import { publishText } from '../console/src/thing-model/publish/publish.text.ts'
import { importText } from '../console/src/thing-model/transfer/transfer.text.ts'
import { versionsText } from '../console/src/thing-model/versions/versions.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { modelFormats } from '@brigade/contract/thing-model/model-draft.model.ts'
import { readyMadeModels } from '@brigade/contract/thing-model/ready-made/ready-made-models.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { modelFilesOf } from '@brigade/contract/thing-model/transfer/model-files.ts'
import { writeArchive } from '@brigade/server/platform/zip/write-archive.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { traceOf } from '@brigade/server/testing/linked-device.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from './support/browser.ts'
import { field, openConsole, type Console } from './support/open-console.ts'
import {
  chamber,
  chamberUpTo,
  done,
  draftThatBreaks,
  fan,
  publishedModel,
  publishedOven,
  typedChamber,
  usedOven,
} from './support/published-oven.ts'

/** Publishing a thing model: breaking changes are shown first, versions are restored, files are exported and imported. */

let at: Console
let admin: MadeAccount
let other: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Lin Wei' })
  other = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
})
after(() => at.stop())

const words = inBoth({
  publish: word.publish,
  publishAs: { en: (name: string) => `Publish ${name}`, zh: (name: string) => `发布 ${name}` },
  about: { en: 'CX-10 combi steamer: 1 device uses it, 1 online', zh: 'CX-10 万能蒸烤箱：1 台设备在用，1 台在线' },
  breaking: { en: 'Breaking 3', zh: '不兼容 3' },
  added: { en: 'Added 1', zh: '新增 1' },
  above: { en: '1 device last reported above 300 °C', zh: '1 台设备最近上报的值高于 300 °C' },
  wasSet: {
    en: '1 device was set in 30 days; commands will be refused',
    zh: '1 台设备近 30 天下发过设置，今后将被拒绝',
  },
  commands: { en: '1 command in 30 days', zh: '1 条指令（近 30 天）' },
  called: { en: '1 device was called in 30 days', zh: '1 台设备近 30 天调用过此服务' },
  versionName: publishText.becomes,
  note: word.whatIsNew,
  accept: publishText.accept,
  acceptFirst: publishText.acceptFirst,
  fixFirst: publishText.fixFirst,
  published: {
    en: (name: string) => `${name} is published: devices and forms use it now`,
    zh: (name: string) => `${name} 已发布，设备和表单即刻生效`,
  },
  taken: { en: 'An earlier version has this name', zh: '已有同名版本' },
  restore: { en: (name: string) => `Restore ${name} into the draft`, zh: (name: string) => `将 ${name} 恢复到草稿` },
  replaces: {
    en: /The 3 functions of the draft are replaced by those of 1\.0\.0\. 1 unpublished change, last by Lin Wei,/,
    zh: /草稿现有的 3 项功能将替换为 1\.0\.0 的功能，其中 1 项未发布的变更（最近由Lin Wei修改）将被覆盖/,
  },
  restored: { en: (name: string) => `${name} is in the draft`, zh: (name: string) => `${name} 已恢复到草稿` },
  undo: word.undo,
  undone: versionsText.undone,
  compare: { en: (name: string) => `Compare ${name}`, zh: (name: string) => `对比 ${name}` },
  export: word.export,
  bundle: { en: /^Thing model and registers, ZIP/, zh: /^物模型与寄存器（ZIP）/ },
  draft: word.draft,
  import: word.import,
  importInto: importText.import,
  checked: importText.checked,
  noChange: importText.noChange,
  makes: { en: 'Importing makes 3 changes to the draft', zh: '导入后草稿将有 3 项变更' },
  imported: { en: 'Imported: the draft has 3 changes', zh: '导入成功，草稿有 3 项变更' },
  paste: importText.paste,
  pasted: importText.pasted,
  check: importText.check,
  refused: {
    en: /The file cannot be imported: \d+ problems\. Nothing has changed\./,
    zh: /文件无法导入，共 \d+ 个问题，草稿未做任何改动。/,
  },
  range: { en: 'The maximum must be greater than the minimum', zh: '最大值必须大于最小值' },
  copy: importText.copy,
  copied: uiText.copied,
  another: importText.another,
  meanwhile: {
    en: /Zhao Ming changed the draft at .* 1 change is new, marked below/,
    zh: /Zhao Ming于 .* 修改了草稿。其中 1 项变更有更新，已在下方标出/,
  },
  isNew: publishText.isNew,
  noRegister: { en: 'The register is not filled in', zh: '未填写寄存器' },
  cancel: word.cancel,
  find: functionsText.find,
  nothingFound: functionsText.findNothing,
})

const draftPage = (productId: string) => `/product/model/draft?id=${productId}`
const versionsPage = (productId: string) => `/product/model/detail?id=${productId}&tab=versions`
const exactly = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
/** With plain spaces, as a person reads it. */
const textOf = async (place: Locator): Promise<string> => (await place.innerText()).replaceAll('\u00a0', ' ')
const rowOf = (dialog: Locator, identifier: string): Locator =>
  dialog.getByRole('table').first().locator('tbody tr').filter({ hasText: identifier })
const draftOf = async (productId: string) => (await done(at.app, admin.token, thingModelApi.draft, { productId })).model
const newestOf = async (productId: string) =>
  (await done(at.app, admin.token, thingModelApi.versions, { productId }))[0]
const jsonFile = (name: string, document: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(document)),
})
const badDocument = {
  profile: { productKey: 'a1Bad' },
  properties: [
    {
      identifier: 'Heat',
      name: 'Heat',
      accessMode: 'r',
      required: false,
      dataType: { type: 'int', specs: { min: '9', max: '1' } },
    },
    {
      identifier: 'bad one',
      name: 'Bad',
      accessMode: 'sometimes',
      required: false,
      dataType: { type: 'bool', specs: {} },
    },
  ],
  events: [],
  services: [],
}

async function openPublish(page: Page, publish: string): Promise<Locator> {
  await exactly(page, publish).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('table').first().waitFor()
  return dialog
}

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`a breaking change is seen with the devices and commands it concerns, and published once confirmed, in ${spoken}`, async () => {
    const product = await publishedOven(at.app)
    const { oven, device } = await usedOven(at.app, admin.token, product)
    await draftThatBreaks(at.app, admin.token, product.id)
    await at.inWindow({ language, as: admin, start: draftPage(product.id) }, async (page) => {
      const dialog = await openPublish(page, w.publish)
      await dialog.getByText(w.about).waitFor()

      const heat = rowOf(dialog, 'CavityTemp')
      assert.equal(await heat.locator('del').innerText(), '350')
      assert.equal(await heat.locator('ins').innerText(), '300')
      assert.ok((await textOf(heat)).includes(w.above), await textOf(heat))
      const speed = await textOf(rowOf(dialog, 'FanSpeed'))
      assert.ok(speed.includes(w.wasSet) && speed.includes(w.commands), speed)
      assert.ok((await textOf(rowOf(dialog, 'SteamBoost'))).includes(w.called))
      const href = (await heat.getByRole('link').getAttribute('href')) ?? ''
      assert.deepEqual(Object.fromEntries(new URL(href, at.app.url).searchParams), {
        seriesId: product.seriesId,
        productId: product.id,
      })

      // Breaking changes come first, and each kind can be shown alone.
      const identifiers = () => dialog.getByRole('table').first().locator('td .mono').allInnerTexts()
      assert.deepEqual(await identifiers(), ['CavityTemp', 'FanSpeed', 'SteamBoost', 'WaterHardness'])
      await exactly(dialog, w.breaking).click()
      assert.deepEqual(await identifiers(), ['CavityTemp', 'FanSpeed', 'SteamBoost'])
      await exactly(dialog, w.added).click()
      assert.deepEqual(await identifiers(), ['WaterHardness'])
      await dialog.getByLabel(w.find).fill('no such thing')
      await dialog.getByText(w.nothingFound).waitFor()

      await field(dialog, w.note).fill('Narrower chamber')
      const send = exactly(dialog, w.publishAs('2.0.0'))
      assert.equal(await send.getAttribute('aria-description'), w.acceptFirst)
      await send.click({ force: true })
      assert.equal((await newestOf(product.id))?.name, '1.0.0')

      await dialog.getByLabel(w.accept).check()
      await field(dialog, w.versionName).fill('1.0.0')
      await exactly(dialog, w.publishAs('1.0.0')).click()
      await dialog.getByText(w.taken).waitFor()
      await field(dialog, w.versionName).fill('2.0.0')
      await send.click()
      await page.getByText(w.published('2.0.0')).waitFor()
      await dialog.waitFor({ state: 'hidden' })
    })
    const newest = await newestOf(product.id)
    assert.deepEqual([newest?.name, newest?.note, newest?.publishedBy], ['2.0.0', 'Narrower chamber', 'Lin Wei'])
    await device.report({ CavityTemp: 320 })
    await until('the value is dropped', async () => {
      const trace = await traceOf(at.app, oven)
      return trace.at(-1)?.dropped !== null
    })
    await device.leave()
  })

  test(`a change by somebody else during publishing is reported, and no input is lost, in ${spoken}`, async () => {
    const product = await publishedOven(at.app)
    const { id: productId } = product
    const wider = chamberUpTo(400)
    await done(at.app, admin.token, thingModelApi.updateProperty, { productId, was: chamber, definition: wider })
    await at.inWindow({ language, as: admin, start: draftPage(productId) }, async (page) => {
      const dialog = await openPublish(page, w.publish)
      await field(dialog, w.note).fill('Hotter')
      await field(dialog, w.versionName).fill('1.5.0')
      await done(at.app, other.token, thingModelApi.updateProperty, {
        productId,
        was: fan,
        definition: { ...fan, name: { en: 'Fan', zh: '风扇' } },
      })
      await exactly(dialog, w.publishAs('1.5.0')).click()
      await dialog.getByRole('alert').filter({ hasText: w.meanwhile }).waitFor()
      await rowOf(dialog, 'FanSpeed').getByText(w.isNew, { exact: true }).waitFor()
      assert.equal(await rowOf(dialog, 'CavityTemp').getByText(w.isNew, { exact: true }).count(), 0)
      assert.equal(await field(dialog, w.note).inputValue(), 'Hotter')
      assert.equal((await newestOf(productId))?.name, '1.0.0')

      await exactly(dialog, w.publishAs('1.5.0')).click()
      await page.getByText(w.published('1.5.0')).waitFor()
    })
    assert.equal((await newestOf(productId))?.note, 'Hotter')
  })

  test(`a draft that lacks registers lists what is missing, each with the way to its function, in ${spoken}`, async () => {
    const { id } = await make.product(at.app, { protocol: 'modbusRtu', model: null })
    await done(at.app, admin.token, thingModelApi.addProperty, { productId: id, definition: typedChamber })
    await at.inWindow({ language, as: admin, start: draftPage(id) }, async (page) => {
      const dialog = await openPublish(page, w.publish)
      const listed = dialog.getByRole('alert').getByRole('listitem')
      assert.equal(await listed.count(), 1)
      await listed.getByText(w.noRegister).waitFor()
      assert.equal(await exactly(dialog, w.publishAs('1.0.0')).getAttribute('aria-description'), w.fixFirst)
      await listed.getByRole('link', { name: typedChamber.name[language] }).click()
      await page.waitForURL((url) => url.searchParams.get('function') === chamber.identifier)
    })
  })

  test(`an old version is restored into the draft, which can be undone, in ${spoken}`, async () => {
    const { id: productId } = await publishedOven(at.app)
    await done(at.app, admin.token, thingModelApi.updateProperty, {
      productId,
      was: chamber,
      definition: chamberUpTo(400),
    })
    const before = await draftOf(productId)
    await at.inWindow({ language, as: admin, start: versionsPage(productId) }, async (page) => {
      await exactly(page, w.compare('1.0.0')).click()
      const comparison = page.getByRole('dialog')
      assert.equal(await rowOf(comparison, 'CavityTemp').locator('ins').innerText(), '400')
      await page.keyboard.press('Escape')
      await comparison.waitFor({ state: 'hidden' })

      await exactly(page, w.restore('1.0.0')).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(w.replaces).waitFor()
      await exactly(dialog, w.restore('1.0.0')).click()
      await page.getByText(w.restored('1.0.0')).waitFor()
      assert.deepEqual(await draftOf(productId), publishedModel)

      await exactly(page, w.undo).click()
      await page.getByText(w.undone).waitFor()
      assert.deepEqual(await draftOf(productId), before)
    })
  })

  test(`an export imported into a copy shows no difference, and into another model the changes it would make, in ${spoken}`, async () => {
    const { id: productId } = await publishedOven(at.app)
    const copied = await done(at.app, admin.token, productApi.copy, {
      id: productId,
      name: { en: `Copy ${language}`, zh: `副本 ${language}` },
    })
    const { id: empty } = await make.product(at.app, { model: null })
    let buffer = Buffer.of()
    await at.inWindow({ language, as: admin, start: draftPage(productId) }, async (page) => {
      await exactly(page, w.export).click()
      const formats = page.getByRole('dialog').getByRole('listitem')
      assert.equal(await formats.count(), modelFormats.length)
      const saving = page.waitForEvent('download')
      await formats.getByRole('button', { name: w.bundle }).click()
      // The window takes its downloads with it.
      buffer = await readFile(await (await saving).path())
    })
    const zip = { name: 'bundle.zip', mimeType: 'application/zip', buffer }
    const give = async (page: Page): Promise<Locator> => {
      await exactly(page, w.import).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles(zip)
      await dialog.getByText(w.checked).waitFor()
      return dialog
    }
    await at.inWindow({ language, as: admin, start: draftPage(copied.id) }, async (page) => {
      const dialog = await give(page)
      await dialog.getByText(w.noChange).waitFor()
      assert.equal(await exactly(dialog, w.importInto).count(), 0)
    })
    await at.inWindow({ language, as: admin, start: draftPage(empty) }, async (page) => {
      const dialog = await give(page)
      await dialog.getByText(w.makes).waitFor()
      assert.deepEqual(await dialog.locator('tbody .mono').allInnerTexts(), ['CavityTemp', 'FanSpeed', 'SteamBoost'])
      assert.equal((await draftOf(empty)).properties.length, 0)
      await exactly(dialog, w.importInto).click()
      await page.getByText(w.imported).waitFor()
    })
    assert.deepEqual(await draftOf(empty), publishedModel)
  })

  test(`an imported model is exported as it was imported, in each of the JSON documents, in ${spoken}`, async () => {
    const model = readyMadeModels['modbus-dtu']
    const { id: productId, productKey } = await make.product(at.app, { model: null, protocol: 'modbusRtu' })
    const files = modelFilesOf(model, { productKey }, language, 'bundle').map(({ name, json }) => ({
      name,
      bytes: Buffer.from(JSON.stringify(json)),
    }))
    const zip = { name: 'bundle.zip', mimeType: 'application/zip', buffer: writeArchive(files) }
    await at.inWindow({ language, as: admin, start: draftPage(productId) }, async (page) => {
      await exactly(page, w.import).first().click()
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(zip)
      await exactly(page.getByRole('dialog'), w.importInto).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      for (const format of ['alink', 'api', 'modbus'] as const) {
        await exactly(page, w.export).click()
        const saving = page.waitForEvent('download')
        await page
          .getByRole('dialog')
          .getByRole('listitem')
          .nth(modelFormats.indexOf(format))
          .getByRole('button')
          .click()
        const saved: unknown = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
        const [came] = modelFilesOf(model, { productKey }, language, format)
        assert.deepEqual(saved, JSON.parse(JSON.stringify(came?.json)), format)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    })
  })

  test(`a bad file lists its problems with their places, to be copied, and changes nothing, in ${spoken}`, async () => {
    const { id: productId } = await publishedOven(at.app)
    const before = await draftOf(productId)
    await at.inWindow({ language, as: admin, start: draftPage(productId) }, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await exactly(page, w.import).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles(jsonFile('bad.json', badDocument))
      await dialog.getByRole('alert').filter({ hasText: w.refused }).waitFor()
      const paths = await dialog.locator('tbody .mono').allInnerTexts()
      assert.ok(paths.includes('properties.0.dataType.specs.max'), paths.join())
      assert.ok(paths.includes('properties.1.identifier'), paths.join())
      await exactly(dialog, w.copy).click()
      await exactly(dialog, w.copied).waitFor()
      const clipboard = String(await page.evaluate('navigator.clipboard.readText()'))
      assert.ok(clipboard.includes(`bad.json\tproperties.0.dataType.specs.max\t${w.range}`), clipboard)

      // Pasted text gives the same result, and stays there to be corrected.
      await exactly(dialog, w.another).click()
      await exactly(dialog, w.paste).click()
      const pasted = JSON.stringify(badDocument)
      await field(dialog, w.pasted).fill(pasted)
      await exactly(dialog, w.check).click()
      await dialog.getByRole('alert').filter({ hasText: w.refused }).waitFor()
    })
    assert.deepEqual(await draftOf(productId), before)
    assert.equal((await done(at.app, admin.token, thingModelApi.draft, { productId })).updatedAt, null)
  })
}
