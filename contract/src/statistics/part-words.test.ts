import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appTypes } from '../app-user/app-user.model.ts'
import { channelTypes } from '../customer/organisation.model.ts'
import { severities } from '../fault/record.model.ts'
import { locales } from '../locale.ts'
import { recipeLanguages } from '../recipe/recipe.model.ts'
import { partName } from './part-words.ts'
import type { SplitBy } from './statistics.model.ts'

const unnamed = { en: '', zh: '' }

test('every part without a name of its own has a word in both languages', () => {
  const keys: readonly (readonly [SplitBy, readonly string[]])[] = [
    ['kind', ['oven', 'cooler']],
    ['warranty', ['in', 'over', 'unregistered']],
    ['channel', channelTypes],
    ['severity', severities],
    ['language', recipeLanguages],
    ['appType', appTypes],
  ]
  for (const [by, all] of keys)
    for (const key of all)
      for (const locale of locales)
        assert.notEqual(partName({ key, name: unnamed }, by, locale), key, `${by} ${key} ${locale}`)
})

test('a part is named by itself, else in the other language; what is left over and what nobody has described has a name too', () => {
  const of = (key: string, name = unnamed) => partName({ key, name }, 'codes', 'en')
  assert.equal(of('Fault|E05', { en: 'Probe broken', zh: '探针断路' }), 'Probe broken')
  assert.equal(of('Fault|E05', { en: '', zh: '探针断路' }), '探针断路')
  assert.equal(of('Fault|E05'), 'E05')
  assert.deepEqual(
    ['elsewhere', 'unknown', 'others'].map((key) => partName({ key, name: unnamed }, 'provinces', 'zh')),
    ['其他国家和地区', '未填写', '其他'],
  )
})
