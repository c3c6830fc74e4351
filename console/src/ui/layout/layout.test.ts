import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { writeSheet } from './looks.ts'

const theme = await readFile(new URL('../../theme.css', import.meta.url), 'utf8')

test('Colours, sizes and corners of the primitives are names of the theme', () => {
  const used = [...writeSheet().matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => `${name}:`)
  assert.ok(used.length > 30)
  assert.deepEqual(
    used.filter((name) => !theme.includes(name)),
    [],
  )
})
