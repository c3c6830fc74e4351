import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { addVersion, inform, runTask, startRollout } from '@brigade/server/testing/firmware/rollout.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makeKitchen } from '@brigade/server/testing/recipe/make-recipe.ts'
import { assertAccessibleInLight } from './support/assert-accessible.ts'
import { isEverything, tried } from './support/browser.ts'
import { bindToUser } from './support/bound-device.ts'
import { ovenWithPast } from './support/device-with-past.ts'
import { openConsole } from './support/open-console.ts'
import type { Console } from './support/open-console.ts'
import { assertKeyed } from './support/list-keys.ts'
import { blankOn, cutBesideRoomOn, cutOn, latinWordsOn, shiftsOn, watchBlank } from './support/untranslated.ts'

/**
 * One walk over all screens and their tabs in Chinese: axe finds nothing in light, no English word is left over, nothing is cut or too wide at
 * 1440 and at 900 px, no column cuts a text beside room of another, and the lists answer keys. With `--everything` each screen is also opened
 * in both languages, from a phone to a wide desk: nothing moves by itself or stays blank while it opens (`--name 'at 390 px in English'`
 * for a part). How screens behave is tried by the other specs, about half of them in Chinese.
 */

const widths = [1440, 900] as const
const desk = { width: 1440, height: 900 } as const
const strictWidths = isEverything ? ([390, 900, 1440, 1920] as const) : []

let at: Console
/** Screens that need no record. */
const plain = [
  '/login',
  '/noAuth',
  '/recipeManage/recipeList',
  '/recipeManage/recipeList/RecipeAdd',
  '/recipeManage/recipeList/RecipeLanguage',
  '/recipeManage/recipeTypeList',
  '/recipeManage/IngredientsList',
  '/recipeManage/device/list',
  '/recipeManage/device/UninstallList',
  '/iceDevice/list',
  '/iceDevice/UninstallList',
  '/iceDevice/coldChain',
  '/data/dataWatch',
  '/data/wallSetting',
  '/customer',
  '/system/account',
  '/system/role',
  '/product/series',
  '/product/model',
  '/system/partsPurchase',
  '/system/menu',
  '/system/log',
  '/fault/list',
  '/fault/iceDevicelist',
  '/fault/code',
  '/fault/cause',
  '/fota/firmware',
  '/fota/dtu',
  '/fota/dtu/history',
  '/fota/task',
  '/message/list',
  '/message/push',
  '/data/statistics',
  '/userList',
]
let addresses: Readonly<Record<string, () => string>> = {}
/** Further addresses of a screen. */
let beside: Readonly<Record<string, readonly string[]>> = {}
/** Texts that are data: names, serial numbers, identifiers that people gave. */
let data: readonly string[] = []

before(async () => {
  at = await openConsole()
  const { app } = at
  const { oven } = await ovenWithPast(app, '面包房左炉')
  const appUserId = await bindToUser(app, oven.id)
  const cooler = await make.device(app, { kind: 'cooler', name: '一号冷柜' })
  const cold = await connectMade(app, cooler)
  await cold.report({ WorkState: workStateNumber.cooling, CabinetTemp: 3.4 })
  for (const kind of ['oven', 'cooler'] as const) await make.device(app, { kind, name: '库存设备', installed: false })
  const served = await make.organisation(app, { name: '海港餐饮' })
  await make.device(app, { organisationId: served.id, name: '后厨一号' })
  const kitchen = await makeKitchen(app)
  const { id: recipe } = await kitchen.add({ publish: true })
  const { firmware, task } = await upgradeUnderWay()
  addresses = {
    ...Object.fromEntries(plain.map((address) => [address, () => address])),
    '/verify-email': () => '/verify-email?token=from-a-mail',
    '/recipeManage/recipeList/RecipeEdit': () => `/recipeManage/recipeList/RecipeEdit?id=${recipe}`,
    '/recipeManage/recipeList/RecipeDetail': () => `/recipeManage/recipeList/RecipeDetail?id=${recipe}`,
    '/recipeManage/device/list/detail': () => `/recipeManage/device/list/detail?id=${oven.id}`,
    '/recipeManage/device/list/compare': () => `/recipeManage/device/list/compare?ids=${oven.id}`,
    '/iceDevice/list/compare': () => `/iceDevice/list/compare?ids=${cooler.id}`,
    '/iceDevice/list/detail': () => `/iceDevice/list/detail?id=${cooler.id}`,
    '/customer/detail': () => `/customer/detail?id=${served.id}`,
    '/product/model/detail': () => `/product/model/detail?id=${oven.productId}`,
    '/product/model/draft': () => `/product/model/draft?id=${oven.productId}`,
    '/product/model/setLang': () => `/product/model/setLang?id=${oven.productId}`,
    '/fota/task/detail': () => `/fota/task/detail?id=${task}`,
    '/userList/UserDetail': () => `/userList/UserDetail?id=${appUserId}`,
  }
  const { id: role } = await app.db
    .selectFrom('role')
    .select('id')
    .where('key', '=', 'support')
    .executeTakeFirstOrThrow()
  const { id: account } = await make.account(app, { role: 'support', name: '林小雨' })
  beside = {
    '/fota/firmware': [`/fota/firmware?id=${firmware}`],
    '/system/role': [`/system/role?id=${role}`],
    '/recipeManage/recipeList/RecipeLanguage': [`/recipeManage/recipeList/RecipeLanguage?id=${recipe}&language=en`],
    '/system/account': ['/system/account?tab=customer', `/system/account?id=${account}`],
  }
  data = [
    ...(await englishNames()).toSorted((a, b) => b.length - a.length),
    // Source of the map, required by its licence.
    'Apache ECharts 4.9.0, Apache-2.0',
    // Default title of the English wall.
    'Fleet overview',
    '法式面包 Baguette',
    'Crisp duck',
    'Poultry',
    'Duck',
    'Chef Li',
    'Anke',
    // What an oven reports that its model does not know.
    'Unheard',
  ]
})
after(() => at.stop())

/** A role, a product, a series and a cause of faults show their English name beside the Chinese one; people and firmware models have one name. */
async function englishNames(): Promise<string[]> {
  const { db } = at.app
  const named = await Promise.all([
    db.selectFrom('role').select('enName as name').execute(),
    db.selectFrom('product').select('enName as name').execute(),
    db.selectFrom('productSeries').select('enName as name').execute(),
    db.selectFrom('faultCause').select('enName as name').execute(),
    db.selectFrom('account').select('name').execute(),
    db.selectFrom('firmwareModel').select('name').execute(),
  ])
  return named.flat().map(({ name }) => name)
}

/** A task that runs on one device, with an archived version behind it. */
async function upgradeUnderWay() {
  const rollout = await startRollout(at.app)
  const made = await make.device(at.app, { ...rollout, name: '后厨二号' })
  await inform(await connectMade(at.app, made), made, '01.00.00')
  await addVersion(rollout, '01.01.00')
  const version = await addVersion(rollout, '01.02.00')
  return {
    firmware: rollout.modelId,
    task: await runTask(rollout, [version.id], { name: '冬季升级', deviceIds: [made.id] }),
  }
}

const routes = readFileSync(new URL('../console/src/routes.ts', import.meta.url), 'utf8')
/** TEST_ONLY_SCREENS limits the walk to these. */
const wanted = process.env['TEST_ONLY_SCREENS']?.split(',')
const screens = [...routes.matchAll(/route\('(\/[^']+)'/g)]
  .map(([, address = '']) => address)
  .filter((address) => wanted === undefined || wanted.includes(address))

/** Waits until nothing is loading. */
async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** What is cut on the page, or beside free space. The side menu folds a moment after the window became narrow, and columns are fitted then. */
async function cutAtLast(page: Page): Promise<string[]> {
  const look = async () => [...(await cutOn(page)), ...(await cutBesideRoomOn(page))]
  let cut = await look()
  for (let tries = 0; cut.length > 0 && tries < 20; tries += 1) {
    await page.waitForTimeout(100)
    cut = await look()
  }
  return cut
}

async function assertWhole(page: Page, name: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    assert.deepEqual(await cutAtLast(page), [], `${name} at ${width} px, cut or beside free space`)
  }
  await page.setViewportSize(desk)
}

async function assertScreen(page: Page, name: string) {
  await settled(page)
  await assertAccessibleInLight(page, name)
  assert.deepEqual(await latinWordsOn(page, data), [], `English words: ${name}`)
  await assertWhole(page, `${name} in Chinese`)
}

const isPublic = (address: string): boolean => ['/login', '/verify-email'].includes(address.split('?')[0] ?? '')

/** The tabs of a screen, and those within them. */
const tabsOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main nav a[href*="tab="]')].map((link) => link.getAttribute('href'))`,
  )

/** The data wall is English in every language of its viewer; wall.spec.ts tests it. */
const isEnglish = (screen: string): boolean => screen === '/data/dataWatchEn'

const walked = screens.filter((each) => !isEnglish(each))
const startOf = (screen: string): string => {
  const start = addresses[screen]
  assert.ok(start, `say in chinese.spec.ts how ${screen} is opened`)
  return start()
}

/** The present address of the page, what belongs to its screen, and every tab that is found on the way. */
async function eachTab(page: Page, screen: string, work: (address: string, nth: number) => Promise<void>) {
  const seen = new Set<string>()
  const waiting = [new URL(page.url()).pathname + new URL(page.url()).search, ...(beside[screen] ?? [])]
  for (const address of waiting) {
    if (seen.has(address)) continue
    seen.add(address)
    await work(address, seen.size)
    waiting.push(...(await tabsOn(page)))
  }
}

for (const screen of walked) {
  test(`in Chinese ${screen} and its tabs are accessible, without an English word, and whole`, async () => {
    const start = startOf(screen)
    const as = isPublic(screen) ? {} : { as: await make.account(at.app, { role: 'administrator', name: '林伟' }) }
    const found: string[] = []
    await at.inWindow({ language: 'zh', ...as, start }, async (page) => {
      await settled(page)
      await eachTab(page, screen, async (address, nth) => {
        if (nth > 1) await page.goto(at.app.url + address)
        // All of a screen is seen before it fails.
        for (const look of [assertScreen, assertKeyed])
          await look(page, address).catch((error: unknown) => found.push(String(error)))
      })
    })
    assert.deepEqual(found, [])
  })
}

for (const width of strictWidths)
  for (const { language, spoken } of tried('zh'))
    for (const screen of walked) {
      test(`${screen} at ${width} px in ${spoken} is neither blank nor moving while it opens, and nothing of it is cut`, async () => {
        const start = startOf(screen)
        const as = isPublic(screen) ? {} : { as: await make.account(at.app, { role: 'administrator', name: '林伟' }) }
        const found: string[] = []
        await at.inWindow({ language, width, ...as }, async (page) => {
          await watchBlank(page)
          await page.goto(at.app.url + start)
          await settled(page)
          await eachTab(page, screen, async (address, nth) => {
            if (nth > 1) await page.goto(at.app.url + address)
            await settled(page)
            const seen = [...(await shiftsOn(page)), ...(await blankOn(page)), ...(await cutAtLast(page))]
            found.push(...seen.map((each) => `${address}: ${each}`))
          })
        })
        assert.deepEqual(found, [])
      })
    }
