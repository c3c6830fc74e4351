import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstPath, landingPath, operationCodes, screensOf, shownMenus } from './menus.ts'

let made = 0
function entry(url: string, changes: Partial<MenuEntry> = {}): MenuEntry {
  made += 1
  return {
    id: String(made),
    url,
    name: url,
    enName: url,
    icon: '',
    isOperation: 'N',
    isMainMenu: 'Y',
    isPermission: 'Y',
    state: 'Y',
    operationCode: '',
    childList: [],
    ...changes,
  }
}
const urls = (menus: readonly MenuEntry[]): string[] => screensOf(menus).map((screen) => screen.entry.url)

test('shows an entry only if it is no operation, a main menu, permitted and enabled', () => {
  const menus = [
    entry('/shown'),
    entry('/operation', { isOperation: 'Y' }),
    entry('/page', { isMainMenu: 'N' }),
    entry('/foreign', { isPermission: 'N' }),
    entry('/off', { state: 'N' }),
  ]
  assert.deepEqual(urls(menus), ['/shown'])
})

test('hides a group if none of its screens is shown, and everything in a hidden group', () => {
  const menus = [
    entry('#', { childList: [entry('/off', { state: 'N' })] }),
    entry('#', { isPermission: 'N', childList: [entry('/within')] }),
    entry('#', { childList: [entry('/shown')] }),
  ]
  assert.equal(shownMenus(menus).length, 1)
  assert.deepEqual(urls(menus), ['/shown'])
})

test('lands on the statistics where they are shown, else on the first screen, else on /noAuth', () => {
  const devices = entry('#', { childList: [entry('/devices')] })
  assert.equal(landingPath([devices, entry('/data/statistics')]), '/data/statistics')
  assert.equal(landingPath([devices, entry('/data/statistics', { state: 'N' })]), '/devices')
  assert.equal(landingPath([]), '/noAuth')
  assert.equal(firstPath([devices, entry('/data/statistics')]), '/devices')
})

test('holds the codes of permitted and enabled rows, buttons too', () => {
  const button = entry('#', { isOperation: 'Y', isMainMenu: 'N', operationCode: 'oven:command' })
  const refused = entry('#', { isOperation: 'Y', isPermission: 'N', operationCode: 'oven:remove' })
  const codes = operationCodes([entry('/ovens', { operationCode: 'oven:view', childList: [button, refused] })])
  assert.deepEqual([...codes].toSorted(), ['oven:command', 'oven:view'])
})
