import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { judgeDays } from '@brigade/server/cold-chain/fleet/judge-days.ts'
import { coolerLife, reportPast } from '@brigade/server/testing/cooler-past.ts'
import { addVersion, inform, startRollout } from '@brigade/server/testing/firmware/rollout.ts'
import { connectMade, isOnline } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { makeKitchen, textsOf } from '@brigade/server/testing/recipe/make-recipe.ts'
import { until } from '@brigade/server/testing/until.ts'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { field, type Console } from '../support/open-console.ts'
import type { TaskWalk } from './film.ts'

/** What people come for every day, each with what it may take at most. Both the tests and the bench walk them. */

const dialog = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name?: string) =>
  page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) }).waitFor()
const option = (page: Page, name: string) => page.getByRole('option', { name }).first()

export const walkSettings = { DEVICE_URL: 'https://devices.example.com' }

/** Plants what the walks need. The walks that act on something can be walked once. */
export async function plantWalks(at: Console): Promise<readonly TaskWalk[]> {
  const { app } = at
  const as = await make.account(app, { role: 'administrator', name: 'Ada' })
  return [
    ...(await deviceWalks(at, as)),
    await faultWalk(at, as),
    await recipeWalk(at, as),
    accountWalk(as),
    await upgradeWalk(at),
    await reportWalk(at, as),
  ]
}

type As = { token: string }

async function deviceWalks({ app }: Console, as: As): Promise<TaskWalk[]> {
  const quay = await make.organisation(app, { name: 'Quay Hotel' })
  const now = app.clock.now()
  const over = { installedAt: now - 400 * dayMs, warrantyDays: 365 }
  const left = await make.device(app, { sn: 'WALK0001', name: 'Left oven', organisationId: quay.id, ...over })
  const link = await connectMade(app, left)
  await link.report({ ChamberTemp: 80 })
  link.vanish()
  await isOnline(app, left, false)
  for (let index = 0; index < 30; index += 1) await make.device(app, { organisationId: quay.id })
  const list = '/recipeManage/device/list'
  const rows = (page: Page) => page.locator('tbody a').first().waitFor()
  return [
    {
      task: 'Find a device by its serial number',
      isTouch: true,
      most: 3,
      as,
      start: '/',
      begins: heading,
      work: async ({ page, press, type }) => {
        await press(page.getByRole('button', { name: /^Search or jump to/ }))
        await type(dialog(page).getByRole('combobox'), left.sn)
        await press(dialog(page).getByRole('option').filter({ hasText: left.sn }).first())
        await heading(page, 'Left oven')
      },
    },
    {
      task: 'See since when a device is offline, and why',
      isTouch: true,
      most: 3,
      as,
      start: `${list}?keyword=${left.sn}`,
      begins: rows,
      work: async ({ page, press }) => {
        await press(page.getByRole('link', { name: left.sn, exact: true }))
        await page.getByText('Offline since').first().waitFor()
        await page.getByRole('heading', { name: 'Why it is offline' }).waitFor()
        await page.getByText('Signal before', { exact: false }).or(page.getByText('Last message')).first().waitFor()
      },
    },
    {
      task: 'Which customers have ovens out of warranty',
      isTouch: false,
      most: 2,
      as,
      start: list,
      begins: rows,
      work: async ({ page, press }) => {
        await press(page.getByRole('group', { name: 'Warranty' }).getByRole('button', { name: 'Out of warranty' }))
        await press(page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Customer' }))
        await page.getByRole('row').filter({ hasText: quay.name }).getByText('1', { exact: true }).waitFor()
      },
    },
  ]
}

/** The oven reports that its fault is over while somebody is at work on it. */
async function faultWalk({ app }: Console, as: As): Promise<TaskWalk> {
  const oven = await make.device(app, { sn: 'WALK0002', name: 'Broken oven' })
  const link = await connectMade(app, oven)
  const fault = (active: 0 | 1) =>
    link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E11', Active: active } })
  await fault(1)
  const recordNow = async () => (await app.ask(faultApi.page, { deviceId: oven.id }, as)).envelope.data.list[0]
  await until('the record', recordNow)
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#48a' } })
    .jpeg()
    .toBuffer()
  return {
    task: 'Acknowledge and close a fault with a photo',
    isTouch: true,
    most: 8,
    as,
    start: '/fault/list',
    begins: (page) => page.getByRole('row').filter({ hasText: oven.sn }).waitFor(),
    work: async ({ page, press, type, choose }) => {
      await press(page.getByRole('row').filter({ hasText: oven.sn }).getByRole('button', { name: 'E11', exact: true }))
      const sheet = page.getByRole('dialog').first()
      await press(sheet.getByRole('button', { name: 'Acknowledge' }))
      await until('the acknowledgement', async () => (await recordNow())?.handling === 'acknowledged')
      await fault(0)
      await sheet.getByText('Cleared').first().waitFor()
      await press(sheet.getByRole('button', { name: 'Close fault' }))
      await press(field(dialog(page), 'Cause'))
      await press(page.getByRole('option').first())
      await type(field(dialog(page), 'What was done'), 'A new fan')
      await choose(button(page, 'Add a photo'), { name: 'fan.jpg', mimeType: 'image/jpeg', buffer })
      await dialog(page).getByRole('link', { name: 'Photo 1' }).waitFor()
      await press(button(page, 'Close fault'))
      await sheet.getByText('A new fan').first().waitFor()
    },
  }
}

async function recipeWalk({ app }: Console, as: As): Promise<TaskWalk> {
  const kitchen = await makeKitchen(app)
  const oven = await make.device(app, { sn: 'WALK0003', name: 'Bakery oven', productId: kitchen.productId })
  const name = 'Walked duck'
  await kitchen.add({ baseLanguage: 'en', languages: ['en'], texts: { en: textsOf(name) }, publish: true })
  return {
    task: 'Send a recipe to an oven',
    isTouch: false,
    most: 7,
    as,
    start: '/recipeManage/recipeList',
    begins: (page) => page.getByRole('link', { name }).first().waitFor(),
    work: async ({ page, press, type }) => {
      await press(page.getByRole('link', { name }).first())
      await press(page.getByRole('link', { name: /^Ovens/ }))
      await press(page.getByRole('button', { name: 'Send to ovens' }))
      await press(dialog(page).getByRole('checkbox', { name: `Select ${oven.sn}` }))
      await press(button(page, 'Continue'))
      await type(field(dialog(page), 'Your sign-in password'), testPassword)
      await press(button(page, 'Send to ovens'))
      await page
        .getByRole('row')
        .filter({ hasText: oven.sn })
        .getByText('Waiting')
        .filter({ visible: true })
        .first()
        .waitFor()
    },
  }
}

const accountWalk = (as: As): TaskWalk => ({
  task: 'Add an account with a role',
  isTouch: false,
  most: 7,
  as,
  start: '/system/account',
  begins: (page) => page.locator('tbody a').first().waitFor(),
  work: async ({ page, press, type }) => {
    await press(page.getByRole('button', { name: 'Add account' }))
    await type(field(dialog(page), 'Sign-in name'), 'walked.li')
    await type(field(dialog(page), 'Name'), 'Walked Li')
    await press(field(dialog(page), 'Role'))
    await press(option(page, 'Support'))
    await press(button(page, 'Add account'))
    await press(button(page, 'Done'))
    await page.getByRole('link', { name: 'Walked Li', exact: true }).waitFor()
  },
})

async function upgradeWalk({ app }: Console): Promise<TaskWalk> {
  const rollout = await startRollout(app)
  const made = await make.device(app, { ...rollout, sn: 'WALK0004' })
  const link = await connectMade(app, made)
  await inform(link, made, '01.00.00')
  await addVersion(rollout, '01.02.00')
  const { name: model } = await app.db
    .selectFrom('firmwareModel')
    .select('name')
    .where('id', '=', rollout.modelId)
    .executeTakeFirstOrThrow()
  return {
    task: 'Submit an upgrade task for approval',
    isTouch: false,
    most: 13,
    as: rollout.engineer,
    start: '/fota/task',
    begins: heading,
    work: async ({ page, press, type }) => {
      await press(page.getByRole('button', { name: 'New task' }).first())
      await type(field(dialog(page), 'Name'), 'Walked update')
      await type(field(dialog(page), 'Firmware model'), model)
      await press(option(page, model))
      await press(field(dialog(page), 'Target version'))
      await press(option(page, '01.02.00'))
      await press(dialog(page).getByRole('checkbox', { name: /01\.00\.00/ }))
      await press(button(page, 'Next'))
      await dialog(page).getByRole('row').filter({ hasText: made.sn }).getByText('Will be upgraded').waitFor()
      await press(button(page, 'Next'))
      await press(button(page, 'Next'))
      await press(field(dialog(page), 'Approver'))
      await press(option(page, `(${rollout.approver.account})`))
      await press(button(page, 'Submit for approval'))
      await page.getByText('Pending approval').first().waitFor()
    },
  }
}

async function reportWalk({ app }: Console, as: As): Promise<TaskWalk> {
  const site = await make.organisation(app, { name: 'Harbour Hotel' })
  const cooler = await make.device(app, { kind: 'cooler', name: 'Cold room', organisationId: site.id })
  const today = Math.floor((app.clock.now() + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
  await reportPast(app.db, cooler.id, coolerLife({ from: today - 2 * dayMs, to: today, everyMs: hourMs / 6 }))
  await judgeDays(app)
  return {
    task: 'Get the temperature report of a site',
    isTouch: false,
    most: 2,
    as,
    start: '/iceDevice/coldChain',
    begins: (page) => page.getByRole('link', { name: cooler.sn }).waitFor(),
    work: async ({ page, press }) => {
      const row = page.getByRole('row').filter({ hasText: cooler.sn })
      await press(row.getByRole('button', { name: /^Report of the customer/ }))
      const saved = page.waitForEvent('download')
      await press(page.getByRole('status').getByRole('button', { name: 'Download' }))
      await saved
    },
  }
}
