import { minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { makeKitchen, roast, textsOf, type Kitchen } from '@brigade/server/testing/recipe/make-recipe.ts'
import { until } from '@brigade/server/testing/until.ts'
import type { Locator, Page } from 'playwright-core'
import { triedOnlyIn } from '../support/browser.ts'
import { keptOvens, type KeptOvens } from '../support/kept-ovens.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Recipes that are sent to simulated ovens, cooked there, and removed again. */

let at: Console
let kitchen: Kitchen
let chef: MadeAccount
let ovens: KeptOvens
before(async () => {
  ovens = await keptOvens()
  at = await openConsole({ settings: ovens.settings })
  kitchen = await makeKitchen(at.app)
  chef = await make.account(at.app, { role: 'administrator' })
  await ovens.begin(at.app)
})
after(async () => {
  await ovens.stop()
  await at.stop()
})

const detailOf = (id: string, tab: string) => `/recipeManage/recipeList/RecipeDetail?id=${id}&tab=${tab}`
const ovenOf = (id: string, tab = '') => `/recipeManage/device/list/detail?id=${id}${tab === '' ? '' : `&tab=${tab}`}`
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** The state in a row; on a phone it is shown with the name, and this one is hidden. */
const stateOf = (row: Locator, state: string) => row.getByText(state, { exact: true }).filter({ visible: true })
const password = (page: Page) => field(dialog(page), 'Your sign-in password')

/** A published recipe of the ovens' model: steamed, then brushed and roasted, at last glazed and roasted again. */
async function published(name: string) {
  const { id, code } = await kitchen.add({
    productIds: [ovens.productId],
    baseLanguage: 'en',
    languages: ['en', 'zh'],
    preheat: { mode: 'low', temperatureC: null },
    stages: [
      { ...roast, pattern: 'STEAM', minutes: 1, temperatureC: 100, humidity: 100 },
      { ...roast, key: 2, minutes: 1, pauseBefore: true },
      { ...roast, key: 3, minutes: 1, pauseBefore: true },
    ],
    texts: {
      en: textsOf(name, '', { 2: 'Brush with maltose', 3: 'Glaze it' }),
      zh: textsOf('脆皮烤鸭', '', { 2: '刷麦芽糖水', 3: '上釉' }),
    },
    publish: true,
  })
  return { id, code, name }
}

/** Publishes the recipe again with another temperature. */
async function changed(id: string, temperatureC: number): Promise<void> {
  const { content, updatedAt, category } = await kitchen.detail(id)
  const stages = content.stages.map((stage) => ({ ...stage, temperatureC }))
  const draft = { ...content, stages, id, updatedAt, categoryId: category?.id ?? kitchen.categoryId }
  const { envelope } = await at.app.ask(
    recipeApi.update,
    { ...draft, publish: true, note: 'hotter' },
    { token: kitchen.token },
  )
  assert.equal(envelope.data.publishedVersion, 2)
}

async function sendByHand(page: Page, sns: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Send to ovens' }).click()
  for (const sn of sns)
    await dialog(page)
      .getByRole('checkbox', { name: `Select ${sn}` })
      .check()
  await dialog(page)
    .getByText(`${sns.length} ${sns.length === 1 ? 'oven' : 'ovens'} chosen`)
    .waitFor()
}

/** Sends the recipe of the page to one oven, and waits until it has it. */
async function send(page: Page, sn: string): Promise<void> {
  await sendByHand(page, [sn])
  await press(page, 'Continue')
  await password(page).fill(testPassword)
  await press(page, 'Send to ovens')
  await stateOf(rowOf(page, sn), 'Held').waitFor()
}

for (const { language } of triedOnlyIn('en')) {
  test('a recipe is sent to two ovens: the one that is on has it, the one that was off gets the version of the day it comes', async () => {
    const recipe = await published('Crisp duck')
    const [on, off] = [await ovens.make('Left oven'), await ovens.make('Right oven')]
    await ovens.switchOn(on)
    await at.inWindow({ language, as: chef, start: detailOf(recipe.id, 'ovens') }, async (page) => {
      await page.getByText('No ovens use this recipe').waitFor()
      const stranger = await make.device(at.app, { name: 'Other model' })
      await page.reload()
      await sendByHand(page, [on.sn, off.sn, stranger.sn])
      const check = dialog(page).getByRole('region', { name: 'What will happen' })
      await check.getByText('The recipe is not for this model: 1').waitFor()
      await rowOf(page, stranger.sn).last().waitFor()
      await press(page, 'Continue')
      await password(page).fill('wrong')
      await press(page, 'Send to ovens')
      await dialog(page).getByText('Wrong password, try again').waitFor()
      await password(page).fill(testPassword)
      await press(page, 'Send to ovens')
      await page.getByText('Being sent to').waitFor()
      await stateOf(rowOf(page, on.sn), 'Held').waitFor()
      await rowOf(page, on.sn).getByText('v1').first().waitFor()
      await stateOf(rowOf(page, off.sn), 'Waiting').waitFor()
      await rowOf(page, off.sn).getByText('The oven is offline').waitFor()
      assert.deepEqual(ovens.kept(on), [`${recipe.code} 1`])
      await changed(recipe.id, 190)
      await rowOf(page, on.sn).getByText('v2').first().waitFor()
      await until('it keeps the new version alone', () => ovens.kept(on).join() === `${recipe.code} 2`)
      await ovens.switchOn(off)
      await stateOf(rowOf(page, off.sn), 'Held').waitFor()
      assert.deepEqual(ovens.kept(off), [`${recipe.code} 2`])
      await page
        .getByRole('group', { name: 'Ovens by state' })
        .getByRole('button', { name: /^Held\s*2/ })
        .waitFor()
    })
  })

  test('a recipe is started from afar and followed: its stages, the pause with its words, what ended each', async () => {
    const recipe = await published('Followed duck')
    const oven = await ovens.make('Followed oven')
    await ovens.switchOn(oven)
    await at.inWindow({ language, as: chef, start: detailOf(recipe.id, 'ovens') }, async (page) => {
      await send(page, oven.sn)
      await page.goto(at.app.url + ovenOf(oven.id, 'recipes'))
      await rowOf(page, recipe.code).getByRole('button', { name: 'Start cooking' }).click()
      await password(page).fill(testPassword)
      await press(page, 'Start cooking')
      await dialog(page).getByText('Tick this first').or(dialog(page).locator('[aria-invalid=true]')).first().waitFor()
      await dialog(page)
        .getByRole('checkbox', { name: /nobody is at the oven/ })
        .check()
      await press(page, 'Start cooking')
      await dialog(page).getByText('The oven has started').waitFor()
      await dialog(page).getByRole('link', { name: 'View the oven' }).click()
      const panel = page.getByRole('region', { name: 'Cooking now' })
      await panel.getByRole('link', { name: recipe.name }).waitFor()
      await panel.getByRole('link', { name: 'v1' }).waitFor()
      const now = panel.locator('[aria-current=step]')
      await ovens.load(oven)
      await panel.getByText('Waiting: Brush with maltose').waitFor()
      await now.getByText('Brush with maltose').waitFor()
      assert.equal(await panel.getByText('Time was up').count(), 1)
      await page.getByText('Plan of Followed duck v1').waitFor()
      ovens.come(oven)
      await panel.getByText('Waiting: Glaze it').waitFor()
      await now.getByText('Glaze it').waitFor()
      assert.equal(await panel.getByText('Time was up').count(), 2)
      ovens.come(oven)
      const over = page.getByRole('region', { name: 'Last cooked' })
      await over.getByText('Time was up').nth(2).waitFor()
      await over.getByText(/\d{2}:\d{2}, for/).waitFor()
    })
    const counted = async () => {
      const { cooked, downloads } = await kitchen.detail(recipe.id, chef.token)
      return cooked > 0 && { cooked, downloads }
    }
    assert.deepEqual(await until('it is counted', counted), { cooked: 1, downloads: 1 })
  })

  test('a factory reset heals unasked; taken away, the recipe is gone from the oven', async () => {
    const recipe = await published('Lasting duck')
    const oven = await ovens.make('Reset oven')
    await ovens.switchOn(oven)
    await at.inWindow({ language, as: chef, start: detailOf(recipe.id, 'ovens') }, async (page) => {
      await send(page, oven.sn)
      ovens.reset(oven)
      assert.deepEqual(ovens.kept(oven), [])
      // The digest counts once the last answer has settled.
      await until('it has it again', () => ovens.kept(oven).join() === `${recipe.code} 1`, 60_000)
      await stateOf(rowOf(page, oven.sn), 'Held').waitFor()
      await page.goto(at.app.url + ovenOf(oven.id, 'recipes'))
      await rowOf(page, recipe.code).getByRole('button', { name: 'Remove from the oven' }).click()
      await password(page).fill(testPassword)
      await press(page, 'Remove')
      await rowOf(page, recipe.code).waitFor({ state: 'detached' })
      await page.getByText('No recipe has been sent to this oven').waitFor()
      assert.deepEqual(ovens.kept(oven), [])
    })
  })

  test('what is set for an organisation comes to an oven that joins later; taken back, and cancelled with removal, it goes', async () => {
    const recipe = await published('Set duck')
    const { id: organisationId, name } = await make.organisation(at.app, { name: 'Lakeside canteen' })
    await at.inWindow({ language, as: chef, start: detailOf(recipe.id, 'ovens') }, async (page) => {
      await page.getByRole('button', { name: 'Send to ovens' }).click()
      await press(page, 'Ovens of an organisation')
      await field(dialog(page), 'Organisation').fill('Lakeside')
      await page.getByRole('option', { name: /Lakeside canteen/ }).click()
      await press(page, 'Continue')
      await password(page).fill(testPassword)
      await press(page, 'Send to ovens')
      const sets = page.getByRole('region', { name: 'For organisations' })
      await sets.getByText(name).waitFor()
      const oven = await ovens.make('Late oven', organisationId)
      await ovens.switchOn(oven)
      await stateOf(rowOf(page, oven.sn), 'Held').waitFor()
      // All sets of organisations are listed in one dialog, in which a set can be withdrawn.
      await page.goto(`${at.app.url}/recipeManage/recipeList`)
      await page.getByRole('button', { name: 'Automatic recipes' }).click()
      await field(dialog(page), 'Organisation').fill('Lakeside')
      await page.getByRole('option', { name: /Lakeside canteen/ }).click()
      const set = dialog(page).getByRole('row').filter({ hasText: name })
      await set.getByRole('link', { name: recipe.name }).waitFor()
      await set.getByRole('cell', { name: '1', exact: true }).nth(1).waitFor()
      await set.getByRole('button', { name: 'Take back' }).click()
      await password(page).fill(testPassword)
      await press(page, 'Take back')
      await dialog(page).getByText('No recipe is set for this organisation itself.').waitFor()
      await until('the oven has given it up', () => ovens.kept(oven).length === 0)
      await page.goto(at.app.url + detailOf(recipe.id, 'ovens'))
      await send(page, oven.sn)
      await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
      await page.getByRole('menuitem', { name: 'Cancel publishing' }).click()
      await dialog(page)
        .getByRole('checkbox', { name: /Also remove it from the 1 oven/ })
        .check()
      await password(page).fill(testPassword)
      await press(page, 'Cancel publishing')
      await until('it is gone', () => ovens.kept(oven).length === 0)
      await rowOf(page, oven.sn).waitFor({ state: 'detached' })
    })
  })

  test('several recipes are sent at once from the list, and one of them is removed from all ovens', async () => {
    const recipes = [await published('Paired duck one'), await published('Paired duck two')]
    const oven = await ovens.make('Paired oven')
    await ovens.switchOn(oven)
    await at.inWindow({ language, as: chef, start: '/recipeManage/recipeList?keyword=Paired' }, async (page) => {
      for (const { name } of recipes) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      await sendByHand(page, [oven.sn])
      await dialog(page).getByText('Counted for each recipe and oven.').waitFor()
      await press(page, 'Continue')
      await dialog(page).getByText('2 recipes will be sent to 1 oven.').waitFor()
      await password(page).fill(testPassword)
      await press(page, 'Send to ovens')
      await until('both are there', () => ovens.kept(oven).length === 2)
      const [first, second] = recipes
      assert.ok(first && second)
      await page.goto(at.app.url + detailOf(first.id, 'ovens'))
      await stateOf(rowOf(page, oven.sn), 'Held').waitFor()
      await page.getByRole('button', { name: 'Remove from all ovens' }).click()
      await dialog(page).getByText('Remove it from 1 oven?').waitFor()
      await password(page).fill(testPassword)
      await press(page, 'Remove')
      await rowOf(page, oven.sn).waitFor({ state: 'detached' })
      assert.deepEqual(ovens.kept(oven), [`${second.code} 1`])
    })
  })

  test('the list names what an oven does not hold, and says so where there is no such oven', async () => {
    const oven = await ovens.make('Listed oven')
    const recipe = await published('Missing duck')
    const list = (sn: string) => `/recipeManage/recipeList?notHeldBy=${sn}&keyword=Missing`
    await at.inWindow({ language, as: chef, start: list(oven.sn), tolerates: /422/ }, async (page) => {
      await page.getByRole('link', { name: recipe.name }).first().waitFor()
      await page.goto(at.app.url + list('NOSUCH42'))
      await page.getByText('There is no such oven').first().waitFor()
      assert.equal(await page.getByRole('link', { name: recipe.name }).count(), 0)
    })
  })

  // The last two move the clock of the server, which ovens do not follow.
  test('a start that nobody answers is unknown to have arrived: it says to look at the oven, and is not sent again', async () => {
    const recipe = await published('Silent duck')
    const oven = await ovens.make('Silent oven')
    await ovens.switchOn(oven)
    await at.inWindow({ language, as: chef, start: detailOf(recipe.id, 'ovens') }, async (page) => {
      await send(page, oven.sn)
      ovens.mute(oven)
      await rowOf(page, oven.sn).getByRole('button', { name: 'Start cooking' }).click()
      await password(page).fill(testPassword)
      await dialog(page)
        .getByRole('checkbox', { name: /nobody is at the oven/ })
        .check()
      await press(page, 'Start cooking')
      await dialog(page)
        .getByText(/waiting for reply|received, carrying out/)
        .waitFor()
      at.app.clock.advance(61_000)
      await dialog(page).getByText('check the oven first').waitFor()
      const { envelope } = await at.app.ask(commandCalls.oven.commands, { id: oven.id }, { token: chef.token })
      const starts = envelope.data.list.filter(({ identifier }) => identifier === recipeFunctions.startCooking)
      assert.deepEqual(
        starts.map(({ sends, status }) => [sends, status]),
        [[1, 'timed_out']],
      )
    })
  })

  test('what an oven refused five times has failed, with the reason, until somebody sends it again', async () => {
    const recipe = await published('Refused duck')
    const oven = await ovens.make('Full oven')
    await ovens.switchOn(oven)
    ovens.meet(oven, 'full')
    await at.inWindow({ language, as: chef, start: detailOf(recipe.id, 'ovens') }, async (page) => {
      await sendByHand(page, [oven.sn])
      await press(page, 'Continue')
      await password(page).fill(testPassword)
      await press(page, 'Send to ovens')
      const refused = async (times: number) => {
        const { envelope } = await at.app.ask(ovenRecipeApi.ovenRows, { recipeId: recipe.id }, { token: chef.token })
        return envelope.data.list[0]?.refusals === times
      }
      for (const [index, minutes] of ovenRecipeLimits.retryMinutes.entries()) {
        await until(`refusal ${index + 1}`, () => refused(index + 1))
        at.app.clock.advance(minutes * minuteMs)
      }
      await until('refusal 4', () => refused(4))
      ovens.drop(oven)
      const row = rowOf(page, oven.sn)
      await stateOf(row, 'Failed').waitFor()
      await row.getByText('The oven has no slot left').waitFor()
      ovens.meet(oven, 'accept')
      await page.getByRole('button', { name: 'Resend to the 1 oven where it failed' }).click()
      await page.getByText('Being sent again to 1 oven').waitFor()
      await stateOf(row, 'Held').waitFor()
      assert.deepEqual(ovens.kept(oven), [`${recipe.code} 1`])
    })
  })
}
