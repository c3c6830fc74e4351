import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isClosedPage } from './page-title.ts'

const entry = (id: string, url: string, changes: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
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
})

test('a page is closed if all its menu entries belong to others or are disabled, but not if the tree does not contain it', () => {
  const menus = [
    entry('1', '#', {
      childList: [
        entry('2', '/off', { state: 'N' }),
        entry('3', '/foreign', { isPermission: 'N' }),
        entry('4', '/own'),
      ],
    }),
    entry('5', '/twice', { state: 'N' }),
    entry('6', '/twice'),
  ]
  assert.deepEqual(
    ['/off', '/foreign', '/own', '/twice', '/unknown'].map((path) => isClosedPage(menus, path)),
    [true, true, false, false, false],
  )
})
