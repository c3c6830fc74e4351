import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stageEndings } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { stageEnds, stageModes } from '@brigade/contract/thing-model/ready-made/stage-mode.ts'
import { heldDigest } from './held-digest.ts'

test('the digests and numbers of the page for devices are those that the program uses', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../../docs/devices.md', import.meta.url)), 'utf8')
  const [one, two] = [
    { id: '1042', version: 3 },
    { id: '1077', version: 1 },
  ]
  const told = new Set(page.match(/\b[0-9a-f]{64}\b/g))
  assert.deepEqual(told, new Set([heldDigest([]), heldDigest([one]), heldDigest([two, one])]))
  const numbered = (some: readonly Readonly<{ value: number; en: string }>[]) =>
    some.map(({ value, en }) => `${value} ${en.toLowerCase().replace(/^by /, '')}`).join(', ')
  assert.ok(page.includes(`\`Mode\`: ${numbered(stageModes)}.`), numbered(stageModes))
  assert.ok(page.includes(`\`EndsBy\`: ${numbered(stageEnds)}.`), numbered(stageEnds))
  assert.deepEqual(stageEndings.map(({ value, key }) => [value, key]).slice(4), [
    [4, 'stopped'],
    [5, 'fault'],
  ])
})
