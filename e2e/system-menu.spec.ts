import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { accountHolding } from './support/account-holding.ts'
import { tried } from './support/browser.ts'
import type { Language } from './support/browser.ts'
import { arrived, field, openConsole } from './support/open-console.ts'
import type { Console } from './support/open-console.ts'

/** The menu as an administrator changes it, and as everybody else sees the change. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const words = {
  en: {
    title: 'Menus',
    mainMenu: 'Main menu',
    add: 'Add menu item',
    addUnder: 'Add under it',
    save: 'Save changes',
    zhName: 'Chinese name',
    enName: 'English name',
    web: 'A web address',
    webAddress: 'Web address',
    code: 'Code',
    codeTyped: 'oven:reset',
    calls: 'Allows these calls',
    added: (name: string) => `${name} is added`,
    saved: (name: string) => `${name} is saved`,
    moved: (name: string) => `${name} is moved`,
    help: 'Help',
    desk: 'Service desk',
    undo: 'Undo',
    undone: 'Undone',
    more: 'More',
    moveTo: 'Move to…',
    under: 'Under',
    move: 'Move',
    customers: 'Customers',
    products: 'Products',
    series: 'Product series',
    disable: 'Disable',
    accounts: 'Accounts',
    lost: 'Product series · View',
    nowDisabled: (name: string) => `${name} is disabled`,
    restore: 'Restore',
    restored: '1 row restored',
    changed: 'Changed',
    remove: 'Delete',
    removed: (name: string) => `${name} is deleted`,
    menus: 'Menus',
    needed: /Without this row nobody could administer/,
    addSeries: 'Add series',
    seriesCode: 'Code',
    kept: /What you typed there is kept/,
    backToWork: 'Back to what you typed',
    orderChanged: /Somebody has changed the order/,
    moveAgain: 'Move it again',
    changedSince: /Somebody has changed this row/,
    keepMine: 'Keep mine',
    keyword: 'Name, address or code',
    found: /^2 of \d+ rows found$/,
    edit: 'Edit',
    ovens: 'Ovens',
  },
  zh: {
    title: '菜单管理',
    mainMenu: '主菜单',
    add: '新增菜单',
    addUnder: '新增下级',
    save: '保存',
    zhName: '中文名称',
    enName: '英文名称',
    web: '外部网址',
    webAddress: '网址',
    code: '操作编码',
    codeTyped: 'oven:reset',
    calls: '对应接口',
    added: (name: string) => `已新增“${name}”`,
    saved: (name: string) => `已保存“${name}”`,
    moved: (name: string) => `已移动“${name}”`,
    help: '帮助',
    desk: '服务台',
    undo: '撤销',
    undone: '已撤销',
    more: '更多',
    moveTo: '移动到…',
    under: '上级菜单',
    move: '移动',
    customers: '客户管理',
    products: '产品管理',
    series: '产品系列',
    disable: '停用',
    accounts: '账号',
    lost: '产品系列 · 查看',
    nowDisabled: (name: string) => `已停用“${name}”`,
    restore: '恢复默认',
    restored: '已恢复 1 项',
    changed: '已改动',
    remove: '删除',
    removed: (name: string) => `已删除“${name}”`,
    menus: '菜单管理',
    needed: /缺少该项将无人能管理系统/,
    addSeries: '新增系列',
    seriesCode: '系列编码',
    kept: /已填写的内容保留在本标签页/,
    backToWork: '继续填写',
    orderChanged: /该级菜单已被他人调整/,
    moveAgain: '重新移动',
    changedSince: /该菜单项已被他人修改/,
    keepMine: '保留我的修改',
    keyword: '名称、地址或编码',
    found: /^共 \d+ 项，找到 2 项$/,
    edit: '编辑',
    ovens: '烤箱管理',
  },
} as const

const address = '/system/menu'
const treeOf = (page: Page) => page.getByRole('treegrid')
/** The row of this name, with its level if another row has the same one. */
const rowNamed = (page: Page, name: string, level: number): Locator =>
  treeOf(page)
    .locator(`[role=row][aria-level="${level}"]`)
    .filter({ has: page.getByText(name, { exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')

async function storedTree(): Promise<MenuNode[]> {
  return (await at.app.ask(menuApi.tree, {}, { token: admin.token })).envelope.data
}
const topNames = async (language: Language) =>
  (await storedTree()).map(({ name, enName }) => (language === 'zh' ? name : enName))

/** Chooses an action from the menu behind the first two of a row. */
async function actOn(page: Page, row: Locator, more: string, action: string) {
  await row.getByRole('button', { name: new RegExp(`^${more} `) }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`a row is added, edited, moved by keyboard and dialog, and deleted, and the side menu follows, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: address }, async (page) => {
      const menu = page.getByRole('navigation', { name: w.mainMenu })
      await page.getByRole('button', { name: w.add, exact: true }).click()
      await field(dialog(page), w.zhName).fill('帮助')
      await field(dialog(page), w.enName).fill('Help')
      await dialog(page).getByRole('button', { name: w.web }).click()
      await field(dialog(page), w.webAddress).fill('https://help.example.com/')
      await dialog(page).getByRole('button', { name: w.add, exact: true }).click()
      await page.getByText(w.added(w.help)).waitFor()
      await menu.getByRole('link', { name: w.help }).waitFor()

      // Enter on a row opens it.
      const help = rowNamed(page, w.help, 1)
      await help.click()
      await page.keyboard.press('Enter')
      await field(dialog(page), w.zhName).fill('服务台')
      await field(dialog(page), w.enName).fill('Service desk')
      await dialog(page).getByRole('button', { name: w.save }).click()
      await page.getByText(w.saved(w.desk)).waitFor()
      await menu.getByRole('link', { name: w.desk }).waitFor()

      const before = await topNames(language)
      assert.equal(before.at(-1), w.desk)
      const desk = rowNamed(page, w.desk, 1)
      await desk.click()
      await page.keyboard.press('Alt+ArrowUp')
      await page.keyboard.press('Alt+ArrowUp')
      await until('it stands two rows higher', async () => (await topNames(language)).at(-3) === w.desk)
      const focused = String(await page.evaluate('document.activeElement.textContent'))
      assert.ok(focused.includes(w.desk), 'it keeps the focus')
      await page.getByRole('button', { name: w.undo }).click()
      await page.getByText(w.undone).waitFor()
      assert.equal((await topNames(language)).at(-2), w.desk)

      // With the mouse, past the rows of its neighbour.
      await rowNamed(page, w.customers, 1).scrollIntoViewIfNeeded()
      await desk.scrollIntoViewIfNeeded()
      const grip = await desk.locator('[data-grip]').boundingBox()
      const target = await rowNamed(page, w.customers, 1).boundingBox()
      assert.ok(grip && target)
      await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
      await page.mouse.down()
      await page.mouse.move(grip.x + grip.width / 2, target.y + 4, { steps: 8 })
      await page.mouse.up()
      await until('it is dropped above', async () => (await topNames(language)).at(-3) === w.desk)

      await actOn(page, desk, w.more, w.moveTo)
      await field(dialog(page), w.under).click()
      await page.getByRole('option', { name: w.customers, exact: true }).click()
      await dialog(page).getByRole('button', { name: w.move, exact: true }).click()
      await rowNamed(page, w.desk, 2).waitFor()
      await actOn(page, rowNamed(page, w.desk, 2), w.more, w.remove)
      await dialog(page).getByRole('button', { name: w.remove, exact: true }).click()
      await page.getByText(w.removed(w.desk)).waitFor()
      await rowNamed(page, w.desk, 2).waitFor({ state: 'detached' })
    })
  })

  test(`an operation is added under a screen by its code, with the calls that the code opens, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${address}?keyword=customer:view` }, async (page) => {
      const screen = treeOf(page).locator('[role=row][aria-level="2"]').first()
      await screen.getByRole('button', { name: w.addUnder }).click()
      await field(dialog(page), w.zhName).fill('复位')
      await field(dialog(page), w.enName).fill('Reset there')
      await field(dialog(page), w.code).click()
      await field(dialog(page), w.code).fill(w.codeTyped)
      await page.getByRole('option').first().click()
      await dialog(page).getByText(w.calls).waitFor()
      await dialog(page).getByRole('button', { name: w.add, exact: true }).click()
      await until('the row is there', async () => {
        const { list } = (await at.app.ask(menuApi.list, { keyword: 'Reset there' }, { token: admin.token })).envelope
          .data
        return list[0]?.isOperation === true && list[0].operationCode === 'oven:reset'
      })
    })
  })

  test(`the loss is shown before a row is disabled; everybody loses it without a reload, keeps their input, and gets it back, in ${spoken}`, async () => {
    const other = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: other, start: '/product/series' }, async (theirs) => {
      const entry = theirs.getByRole('navigation', { name: w.mainMenu }).getByRole('link', { name: w.series })
      await entry.waitFor()
      await theirs.getByRole('button', { name: w.addSeries }).first().click()
      await field(dialog(theirs), w.seriesCode).fill('KEPT-1')
      await at.inWindow({ language, as: admin, start: `${address}?keyword=/product/series` }, async (page) => {
        const series = rowNamed(page, w.series, 2)
        await actOn(page, series, w.more, w.disable)
        await dialog(page).getByText(w.lost).waitFor()
        assert.ok(await dialog(page).getByText(w.accounts, { exact: true }).isVisible())
        await dialog(page).getByRole('button', { name: w.disable, exact: true }).click()
        await page.getByText(w.nowDisabled(w.series)).waitFor()
        await arrived(theirs, '/noAuth')
        await theirs.getByText(w.kept).waitFor()

        await series.getByText(w.changed).waitFor()
        await actOn(page, series, w.more, w.restore)
        await dialog(page).getByRole('button', { name: w.restore, exact: true }).click()
        await page.getByText(w.restored).waitFor()
      })
      await theirs.getByRole('button', { name: w.backToWork }).click()
      await arrived(theirs, '/product/series')
      assert.equal(await field(dialog(theirs), w.seriesCode).inputValue(), 'KEPT-1')
      await entry.waitFor()
    })
  })

  test(`a person who edits or moves a row that somebody else has changed is notified, sees the change, and loses nothing, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${address}?keyword=/product/series` }, async (page) => {
      const series = rowNamed(page, w.series, 2)
      await series.getByRole('button', { name: w.edit }).click()
      await field(dialog(page), w.zhName).fill('我的系列')
      const row = (await storedTree())
        .flatMap(({ childList }) => childList)
        .find(({ url }) => url === '/product/series')
      assert.ok(row)
      const { id, name, url, isMainMenu, isOperation, operationCode, updatedAt } = row
      const theirs = { id, name, url, isMainMenu, isOperation, operationCode, updatedAt, enName: 'Their series' }
      assert.equal((await at.app.ask(menuApi.update, theirs, { token: admin.token })).status, 200)
      await dialog(page).getByRole('button', { name: w.save }).click()
      await dialog(page).getByText(w.changedSince).waitFor()
      await dialog(page).getByRole('button', { name: w.keepMine }).click()
      await dialog(page).getByRole('button', { name: w.save }).click()
      await dialog(page).waitFor({ state: 'detached' })
      const now = (await at.app.ask(menuApi.detail, { id }, { token: admin.token })).envelope.data
      assert.deepEqual([now.name, now.enName], ['我的系列', 'Their series'])
      await at.app.ask(menuApi.restore, { ids: [id] }, { token: admin.token })
    })
    await at.inWindow({ language, as: admin, start: address }, async (page) => {
      const products = rowNamed(page, w.products, 1)
      await products.click()
      // The tree on screen stays unchanged until the refusal, however early the console receives the other change.
      let open = (): void => undefined
      const refused = new Promise<void>((resolve) => (open = resolve))
      await page.route(`**${menuApi.tree.path}`, async (route) => {
        await refused
        await route.continue()
      })
      const before = (await storedTree()).map(({ id }) => id)
      const theirs = { parentId: null, before, ids: [...before.slice(1), before[0] ?? ''] }
      assert.equal((await at.app.ask(menuApi.sort, theirs, { token: admin.token })).status, 200)
      const answer = page.waitForResponse(`**${menuApi.sort.path}`)
      await page.keyboard.press('Alt+ArrowDown')
      assert.equal((await answer).status(), 409)
      open()
      await page.getByText(w.orderChanged).waitFor()
      await page.getByRole('button', { name: w.moveAgain }).click()
      const wanted = before.indexOf((await storedTree()).find(({ url }) => url === '#')?.id ?? '')
      assert.ok(wanted >= 0)
      await page.getByText(w.moved(w.products)).waitFor()
      assert.equal((await at.app.ask(menuApi.restore, {}, { token: admin.token })).status, 200)
    })
  })

  test(`the tree is walked by keyboard and narrowed; without the right to change it has no buttons, in ${spoken}`, async () => {
    const reader = await accountHolding(at.app, ['system', 'system.menu'])
    await at.inWindow({ language, as: reader, start: address }, async (page) => {
      await rowNamed(page, w.ovens, 1).click()
      const focused = () => page.evaluate('document.activeElement.getAttribute("aria-level")')
      await page.keyboard.press('ArrowRight')
      assert.equal(await focused(), '2')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await focused(), '1')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await rowNamed(page, w.ovens, 1).getAttribute('aria-expanded'), 'false')
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
      assert.equal(await focused(), '1')
      assert.equal(await treeOf(page).getByRole('button').count(), 0)
      assert.equal(await page.getByRole('button', { name: w.add, exact: true }).count(), 0)
      await page.getByLabel(w.keyword).fill('oven:secret')
      await page.keyboard.press('Enter')
      await page.getByText(w.found).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('keyword'), 'oven:secret')
      assert.ok(await rowNamed(page, w.ovens, 1).isVisible())
    })
  })
}
