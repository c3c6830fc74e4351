import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Download, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { tableLimits } from '@brigade/contract/job/job.model.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import type { Control, ControlTemplate } from '@brigade/contract/product/template/template.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { readTable } from '@brigade/server/platform/excel/read-table.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from './support/browser.ts'
import { field, openConsole, type Console } from './support/open-console.ts'

/** Texts of a product in the phone app and their translations, edited by the person in charge of them. */

let at: Console
let manager: MadeAccount
let colleague: MadeAccount
let picture: Buffer
before(async () => {
  at = await openConsole()
  manager = await make.account(at.app, { role: 'product-manager', name: 'Zhao Ming' })
  colleague = await make.account(at.app, { role: 'product-manager', name: 'Lin Wei' })
  const teal = { r: 15, g: 107, b: 97 }
  picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: teal } })
    .png()
    .toBuffer()
})
after(() => at.stop())

const words = {
  en: {
    beginEmpty: 'Start empty',
    addMode: 'Add a mode',
    hotspot: 'Appliance hotspot',
    steps: 'Appliance hotspot: Steps',
    titleEn: 'Title, English',
    titleZh: 'Title, Chinese',
    textEn: 'Text, English',
    textZh: 'Text, Chinese',
    picture: 'Picture',
    addStep: 'Add a step',
    moveStep: 'Move step 2',
    moved: 'step 2 is now 1 of 2',
    saveDraft: 'Save draft',
    saved: 'The draft is saved',
    publish: 'Publish',
    saveAndPublish: 'Save and publish',
    published: 'The template is published',
    preview: 'Preview, Draft',
    back: 'Back',
    next: 'Next',
    searching: 'Looking for the appliance',
    addControl: 'Add a control',
    labelEn: 'Label, English',
    labelZh: 'Label, Chinese',
    action: 'Action',
    function: 'Function',
    call: 'Call a service',
    preheat: 'Preheat · Preheat',
    stop: 'Stop cooking · StopCooking',
    done: (what: string) => `${what}: done`,
    oneFault: '1 function does not fit the published thing model',
    place: 'Control 1, function',
    missing: 'Not in the published thing model',
    notPublished: 'Not published: 1 function does not fit the published thing model',
    templates: 'Templates of the phone app',
    changedMeanwhile: 'Somebody else has changed it',
    keepMine: 'Keep mine',
    takenOver: 'Changed by them and merged: Control 2, width.',
    leaveTitle: 'Leave without saving?',
    stay: 'Stay',
    functions: 'Functions',
    addLanguage: 'Add language',
    language: 'Language',
    german: 'German · Deutsch',
    inGerman: (word: string) => `${word} in German`,
    languages: 'Languages',
    unsaved: (n: number) => `${n} unsaved words`,
    wordsSaved: 'German is saved',
    networkError: 'Network error, please try again later',
    more: 'More',
    deleteGerman: 'Delete German',
    germanDeleted: 'German is deleted',
    missingShown: /^Missing/,
    export: 'Export',
    exportAll: 'All languages, text (.csv)',
    exported: /Export .*done/,
    download: 'Download',
    head: ['Key', 'Where', 'English', 'Chinese', 'German'],
    import: 'Import',
    importTitle: 'Import words',
    checked: 'Checked. Nothing has been changed yet.',
    unknownWord: 'The product has no such word',
    importRows: 'Import 1 row',
    imported: 'Imported.',
    close: 'Close',
    publishOne: 'Publish 1 language',
    languagePublished: '1 language is published',
    theirs: 'Take theirs',
    save: 'Save',
  },
  zh: {
    beginEmpty: '从空白开始',
    addMode: '添加配网方式',
    hotspot: '热点配网',
    steps: '热点配网: 步骤',
    titleEn: '标题（英文）',
    titleZh: '标题（中文）',
    textEn: '说明（英文）',
    textZh: '说明（中文）',
    picture: '图片',
    addStep: '添加步骤',
    moveStep: '移动步骤 2',
    moved: '步骤 2已移至第 1 位，共 2 位',
    saveDraft: '保存草稿',
    saved: '草稿已保存',
    publish: '发布',
    saveAndPublish: '保存并发布',
    published: '模板已发布',
    preview: '预览：草稿',
    back: '返回',
    next: '下一步',
    searching: '正在搜索设备',
    addControl: '添加控件',
    labelEn: '显示名称（英文）',
    labelZh: '显示名称（中文）',
    action: '点击动作',
    function: '功能',
    call: '调用服务',
    preheat: '预热 · Preheat',
    stop: '停止烹饪 · StopCooking',
    done: (what: string) => `${what}：已执行`,
    oneFault: '有 1 处功能与已发布物模型不符',
    place: '控件 1，功能',
    missing: '已发布物模型中没有该功能',
    notPublished: '无法发布：有 1 处功能与已发布物模型不符',
    templates: 'App 模板',
    changedMeanwhile: '内容已被他人修改',
    keepMine: '保留我的修改',
    takenOver: '对方修改并已合并：控件 2，宽度。',
    leaveTitle: '尚未保存，确定离开？',
    stay: '继续编辑',
    functions: '功能',
    addLanguage: '添加语言',
    language: '语言',
    german: '德语 · Deutsch',
    inGerman: (word: string) => `${word}（德语）`,
    languages: '语言',
    unsaved: (n: number) => `${n} 条未保存`,
    wordsSaved: '德语已保存',
    networkError: '网络异常，请稍后重试',
    more: '更多',
    deleteGerman: '删除德语',
    germanDeleted: '已删除德语',
    missingShown: /^未翻译/,
    export: '导出',
    exportAll: '全部语言，CSV 文本（.csv）',
    exported: /导出.*已完成/,
    download: '下载',
    head: ['词条键', '所属功能', '英文', '中文', '德语'],
    import: '导入',
    importTitle: '导入词条',
    checked: '校验完成，数据尚未改动。',
    unknownWord: '产品没有该词条',
    importRows: '导入 1 行',
    imported: '导入完成。',
    close: '关闭',
    publishOne: '发布 1 种语言',
    languagePublished: '已发布 1 种语言',
    theirs: '采用对方的内容',
    save: '保存',
  },
} as const

const draftOf = (id: string, tab: string): string => `/product/model/draft?id=${id}&tab=${tab}`
const languagesOf = (id: string): string => `/product/model/setLang?id=${id}`
const own = () => ({ token: manager.token })
const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
const choose = async (page: Page, place: Locator, label: string, option: string): Promise<void> => {
  await field(place, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const publishNow = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).last().click()
  await press(page.getByRole('dialog'), button)
}
const control = (id: string, identifier: string, more: Partial<Control> = {}): Control => ({
  id,
  icon: 'play',
  label: { en: 'Warm up', zh: '开始预热' },
  action: 'call',
  identifier,
  width: 1,
  confirm: false,
  ...more,
})
/** The server's state of the control panel. */
const panelOf = async (productId: string) =>
  (await at.app.ask(templateApi.controlDetail, { productId }, own())).envelope.data
const savePanel = async (productId: string, content: ControlTemplate, by = manager): Promise<void> => {
  const { updatedAt } = await panelOf(productId)
  const { envelope } = await at.app.ask(templateApi.saveControl, { productId, content, updatedAt }, { token: by.token })
  assert.ok(envelope.success, envelope.msg)
}
/** Publishes a version without a service. */
async function publishWithout(productId: string, identifier: string): Promise<void> {
  const gone = await at.app.ask(thingModelApi.removeServices, { productId, identifiers: [identifier] }, own())
  const done = await at.app.ask(
    thingModelApi.publish,
    { productId, name: '2.0.0', draftUpdatedAt: gone.envelope.data.updatedAt, acceptBreaking: true },
    own(),
  )
  assert.ok(done.envelope.success, done.envelope.msg)
}
const downloadBy = async (page: Page, act: () => Promise<void>): Promise<Download> => {
  const coming = page.waitForEvent('download')
  await act()
  return coming
}
async function tableOf(download: Download): Promise<string[][]> {
  const rows: string[][] = []
  const { maxRows, maxBytes } = tableLimits
  for await (const { cells } of readTable(createReadStream(await download.path()), { maxRows, maxBytes }))
    rows.push(cells.map((cell) => String(cell ?? '')))
  return rows
}
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\ufeff${rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')}\r\n`)
const focusedIn = async (page: Page, selector: string): Promise<boolean> =>
  (await page.locator(selector).locator(':focus').count()) > 0

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`a network setup of two steps and a picture is made, walked on the phone and published, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    await at.inWindow({ language, as: manager, start: draftOf(product.id, 'distribution-network') }, async (page) => {
      await press(page, w.beginEmpty)
      await press(page, w.addMode)
      await page.getByRole('menuitem', { name: w.hotspot }).click()
      const step = (index: number) => page.getByRole('list', { name: w.steps }).getByRole('listitem').nth(index)
      const fill = async (index: number, verb: string): Promise<void> => {
        await field(step(index), w.titleEn).fill(`${verb} it`)
        await field(step(index), w.titleZh).fill(`标题 ${verb}`)
        await field(step(index), w.textEn).fill(`How to ${verb}.`)
        await field(step(index), w.textZh).fill(`说明 ${verb}`)
      }
      await fill(0, 'start')
      await step(0)
        .locator('input[type=file]')
        .setInputFiles({ name: 'panel.png', mimeType: 'image/png', buffer: picture })
      const phone = page.getByRole('region', { name: w.preview })
      const shown = (text: { en: string; zh: string }) => phone.getByText(text[language], { exact: true })
      const [started, joined] = [
        { en: 'start it', zh: '标题 start' },
        { en: 'join it', zh: '标题 join' },
      ]
      await phone.getByRole('img', { name: started[language] }).waitFor()

      await press(page, w.addStep)
      await press(page, w.saveDraft)
      await until('the first empty field has the keyboard', () =>
        focusedIn(page, '[data-path="modes.0.steps.1.title.en"]'),
      )
      await fill(1, 'join')
      // The phone shows what is written; its pages can be opened too.
      await shown(joined).waitFor()
      await press(phone, w.back)
      await shown(started).waitFor()
      await press(phone, w.next)
      await press(phone, w.next)
      await phone.getByText(w.searching).waitFor()
      await press(phone, w.back)
      const other = language === 'en' ? 'zh' : 'en'
      await page.getByRole('complementary').locator(`button[lang=${other}]`).click()
      await phone.getByText(joined[other], { exact: true }).waitFor()

      await page.getByRole('button', { name: w.moveStep, exact: true }).press('Alt+ArrowUp')
      await page.getByRole('status').filter({ hasText: w.moved }).waitFor()
      // And by the mouse: back, and up again.
      const grip = page.getByRole('button', { name: w.moveStep, exact: true })
      for (const above of ['join it', 'start it']) {
        await grip.dragTo(step(0), { targetPosition: { x: 40, y: 4 } })
        await until(`${above} stands second`, async () => (await field(step(1), w.titleEn).inputValue()) === above)
      }
      await press(page, w.saveDraft)
      await toast(page, w.saved)
      await publishNow(page, w.publish)
      await toast(page, w.published)
    })
    const { data } = (await at.app.ask(templateApi.networkDetail, { productId: product.id }, own())).envelope
    assert.equal(data.draft, null)
    const [mode] = data.published?.modes ?? []
    assert.deepEqual(
      mode?.steps.map(({ title, imageFileId }) => [title.en, imageFileId !== undefined]),
      [
        ['join it', false],
        ['start it', true],
      ],
    )
  })

  test(`a function that a newer thing model no longer has is shown where a panel still uses it, and publishing is refused, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    await at.inWindow({ language, as: manager, start: draftOf(product.id, 'device-control') }, async (page) => {
      await press(page, w.beginEmpty)
      await press(page, w.addControl)
      const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
      await field(first, w.labelEn).fill('Warm up')
      await field(first, w.labelZh).fill('开始预热')
      await choose(page, first, w.action, w.call)
      await choose(page, first, w.function, w.preheat)
      const phone = page.getByRole('region', { name: w.preview })
      const label = language === 'en' ? 'Warm up' : '开始预热'
      await press(phone, label)
      await phone.getByText(w.done(label)).waitFor()
      await publishNow(page, w.saveAndPublish)
      await toast(page, w.published)

      await publishWithout(product.id, 'Preheat')
      await page.reload()
      const faults = page.getByRole('region', { name: w.oneFault })
      await faults.getByText(w.missing).waitFor()
      await field(first, w.labelEn).fill('Warm up now')
      await page.getByRole('button', { name: w.saveAndPublish }).click()
      await page.getByText(w.notPublished).first().waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
      await press(faults, w.place)
      assert.ok(await focusedIn(page, '[data-path="controls.0.identifier"]'))
      await first.getByText(w.missing).waitFor()

      await choose(page, first, w.function, w.stop)
      await until('nothing is wrong any more', async () => (await faults.count()) === 0)
      await publishNow(page, w.saveAndPublish)
      await toast(page, w.published)
    })
    const { published } = await panelOf(product.id)
    assert.equal(published?.controls[0]?.identifier, 'StopCooking')

    // A direct call to the server is refused as well.
    await savePanel(product.id, { controls: [control('aaaa1111', 'Preheat')] })
    const { updatedAt } = await panelOf(product.id)
    const refused = await at.app.ask(
      templateApi.publishControl,
      { productId: product.id, updatedAt: updatedAt ?? '' },
      own(),
    )
    assert.equal(refused.status, 409)
    const overview = `/product/model/detail?id=${product.id}&tab=templates`
    await at.inWindow({ language, as: manager, start: overview }, async (page) => {
      const row = page.getByRole('region', { name: w.templates }).getByRole('row').nth(3)
      await row.getByTitle('Preheat').waitFor()
    })
  })

  test(`the changes of two people in one template are all kept, and leaving unsaved input requires a confirmation, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    const [one, two] = [control('aaaa1111', 'Preheat'), control('bbbb2222', 'StopCooking')]
    await savePanel(product.id, { controls: [one, two] })
    await at.inWindow(
      { language, as: manager, start: draftOf(product.id, 'device-control'), tolerates: /409/ },
      async (page) => {
        const first = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { level: 3 }) })
          .first()
        await field(first, w.labelEn).fill('Mine')
        await page
          .getByRole('link', { name: w.functions, exact: true })
          .or(page.getByRole('link', { name: new RegExp(`^${w.functions}\\s*\\d+$`) }))
          .first()
          .click()
        const requested = page.getByRole('dialog', { name: w.leaveTitle })
        await press(requested, w.stay)

        await savePanel(product.id, { controls: [one, { ...two, width: 2 }] }, colleague)
        await press(page, w.saveDraft)
        const clash = page.getByRole('alert').filter({ hasText: w.changedMeanwhile })
        await clash.getByText(w.takenOver).waitFor()
        await press(clash, w.keepMine)
        await press(page, w.saveDraft)
        await toast(page, w.saved)
      },
    )
    const { draft } = await panelOf(product.id)
    assert.deepEqual(
      draft?.controls.map(({ label, width }) => [label.en, width]),
      [
        ['Mine', 1],
        ['Warm up', 2],
      ],
    )
  })

  test(`German is begun, typed by the keyboard, exported, imported with a wrong row listed, and published, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    const wordsNow = async () =>
      (await at.app.ask(languageApi.languageWords, { productId: product.id, language: 'de' }, own())).envelope.data
        .words
    await at.inWindow({ language, as: manager, start: languagesOf(product.id) }, async (page) => {
      await press(page, w.addLanguage)
      const adding = page.getByRole('dialog')
      await choose(page, adding, w.language, w.german)
      await press(adding, w.addLanguage)
      const german = page.getByRole('navigation', { name: w.languages }).getByRole('link')
      await german.getByText('0%').waitFor()

      const first = page.getByLabel(w.inGerman('Working state'), { exact: true })
      await first.fill('Betriebszustand')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Bereit')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('Vorheizen')
      await page
        .getByRole('status')
        .filter({ hasText: w.unsaved(3) })
        .waitFor()
      await page.context().setOffline(true)
      await page.keyboard.press('Control+s')
      await page.getByRole('alert').filter({ hasText: w.networkError }).waitFor()
      await page.context().setOffline(false)
      await page.keyboard.press('Control+s')
      await toast(page, w.wordsSaved)
      await german.getByText(/^[1-9]\d*%$/).waitFor()
      await page.getByRole('button', { name: w.missingShown }).click()
      await until('what is translated is not shown', async () => (await first.count()) === 0)

      await press(page, w.export)
      await page.getByRole('menuitem', { name: w.exportAll }).click()
      const done = page.getByRole('status').filter({ hasText: w.exported })
      const file = await downloadBy(page, () => press(done, w.download))
      const [head, ...rows] = await tableOf(file)
      assert.deepEqual(head, [...w.head])
      assert.deepEqual(
        rows.slice(0, 3).map((row) => row[4]),
        ['Betriebszustand', 'Bereit', 'Vorheizen'],
      )

      await press(page, w.import)
      const dialog = page.getByRole('dialog', { name: w.importTitle })
      const table = [
        [w.head[0], w.head[4]],
        [rows[3]?.[0] ?? '', 'Garen'],
        ['property.Nowhere.name', 'Nirgends'],
      ]
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer: csv(table) })
      await dialog.getByText(w.checked).waitFor()
      const refused = dialog.locator('tbody tr')
      assert.equal(await refused.locator('td').first().innerText(), '3')
      await refused.getByText(w.unknownWord).waitFor()
      await press(dialog, w.importRows)
      await dialog.getByText(w.imported).waitFor()
      await dialog.getByRole('button', { name: w.close, exact: true }).last().click()

      await press(page, w.publish)
      await press(page.getByRole('dialog'), w.publishOne)
      await toast(page, w.languagePublished)
      assert.deepEqual(
        (await wordsNow()).slice(0, 5).map(({ published }) => published),
        ['Betriebszustand', 'Bereit', 'Vorheizen', 'Garen', ''],
      )

      await press(page, w.more)
      await page.getByRole('menuitem', { name: w.deleteGerman }).click()
      await press(page.getByRole('dialog', { name: w.deleteGerman }), w.deleteGerman)
      await toast(page, w.germanDeleted)
      await german.waitFor({ state: 'detached' })
    })
  })

  test(`if two people translate words at once, nothing is lost until a conflict is decided, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    const named = { productId: product.id, language: 'de' } as const
    const begun = await at.app.ask(languageApi.saveLanguage, { ...named, texts: {}, updatedAt: null }, own())
    const [first, second] = ['property.WorkState.name', 'property.ChamberTemp.name'] as const
    await at.inWindow({ language, as: manager, start: languagesOf(product.id), tolerates: /409/ }, async (page) => {
      await page.getByLabel(w.inGerman('Working state'), { exact: true }).fill('Zustand')
      await page.getByLabel(w.inGerman('Chamber temperature'), { exact: true }).fill('Garraum')
      const { updatedAt } = begun.envelope.data
      await at.app.ask(
        languageApi.saveLanguage,
        { ...named, texts: { [first]: 'Betriebszustand' }, updatedAt },
        { token: colleague.token },
      )
      await press(page, w.save)
      const clash = page.getByRole('alert').filter({ hasText: w.changedMeanwhile })
      await clash.getByText('Betriebszustand').waitFor()
      await press(clash, w.theirs)
      await press(page, w.save)
      await toast(page, w.wordsSaved)
    })
    const { envelope } = await at.app.ask(languageApi.languageWords, named, own())
    const texts = new Map(envelope.data.words.map(({ key, text }) => [key, text]))
    assert.deepEqual([texts.get(first), texts.get(second)], ['Betriebszustand', 'Garraum'])
  })
}
