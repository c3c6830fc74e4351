import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import type { Tab } from './bidi.ts'

export type Walk = Readonly<{ app: TestApp; openTab: () => Promise<Tab> }>

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Firefox's first pages take long on a busy machine. */
export const patienceMs = 60_000

export const ovenList = '/recipeManage/device/list'
export const detailOf = (id: string) => `${ovenList}/detail?id=${id}`
export const shows = (tab: Tab, text: string) => async () =>
  (await tab.evaluate(`document.querySelector('main')?.innerText.includes(${JSON.stringify(text)}) ?? false`)) === true

/** A connected oven in standby, and the function that changes its state. */
export async function ovenInStandby(app: TestApp, name: string) {
  const oven = await make.device(app, { name })
  const device = await connectMade(app, oven)
  const turns = (state: 'standby' | 'preheating') => device.report({ WorkState: workStateNumber[state] })
  await turns('standby')
  return { oven, turns }
}
