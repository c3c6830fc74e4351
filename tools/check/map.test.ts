import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMap } from './map.ts'

const file = (path: string) => ({ path, text: '' })
const map =
  '| folder | what is in it |\n|---|---|\n| `server/src/device` | devices |\n| `server/src/gone` | nothing |\n'

test('the map has a line for each folder with code, and none for a removed folder', () => {
  const files = [file('server/src/device/device.store.ts'), file('server/src/new/one.ts')]
  assert.deepEqual(
    checkMap(files, map).map(({ line, message }) => [line, message]),
    [
      [1, 'server/src/new has no line'],
      [4, 'server/src/gone is gone'],
    ],
  )
})
