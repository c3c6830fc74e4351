import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '../../locale.ts'
import { modelFormats, type ModelFormat } from '../model-draft.model.ts'
import { readyMadeModels } from '../ready-made/ready-made-models.ts'
import type { ThingModel } from '../thing-model.model.ts'
import { chance, modelIn } from './generated-model.ts'
import { modelFilesOf } from './model-files.ts'
import { fromModelFiles, readModelText } from './read-model-files.ts'

/** Only some formats contain registers. */
const withoutRegisters = (model: ThingModel): ThingModel => ({
  ...model,
  properties: model.properties.map((property) => {
    const without = { ...property }
    delete without.modbus
    return without
  }),
})
const carries: Readonly<Record<ModelFormat, (model: ThingModel) => ThingModel>> = {
  alink: withoutRegisters,
  api: withoutRegisters,
  zip: withoutRegisters,
  modbus: (model) => model,
  bundle: (model) => model,
}

/** Out as text, with or without a byte order mark, and in again, its files in another order. */
function through(model: ThingModel, profile: Profile, locale: 'en' | 'zh', format: ModelFormat, mark = '') {
  const files = modelFilesOf(model, profile, locale, format)
  const texts = files.map(({ name, json }) => ({ name, text: `${mark}${JSON.stringify(json)}` })).toReversed()
  const documents = texts.map(({ name, text }) => {
    const read = readModelText(text, name)
    assert.ok(read.ok)
    return { name, json: read.json }
  })
  return fromModelFiles(documents, format === 'modbus' ? withoutRegisters(model) : undefined)
}
type Profile = Readonly<{ productKey: string; version?: string; description?: string }>

test('two thousand models of every type, with modules and registers, are read back unchanged from every format', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 2000; seed += 1) {
    const of = chance(seed)
    const model = modelIn(of)
    const profile = {
      productKey: 'a1Key',
      ...(of.maybe() ? { version: '1.0' } : {}),
      ...(of.maybe() ? { description: of.oneOf(['', '第一版']) } : {}),
    }
    for (const property of model.properties) {
      seen.add(property.dataType.type)
      if (property.modbus !== undefined) seen.add(property.modbus.operateType)
    }
    if (model.modules !== undefined) seen.add('modules')
    // Each model in one language: both would prove no more, and take twice as long.
    const locale = of.oneOf(locales)
    for (const format of modelFormats) {
      const read = through(model, profile, locale, format, of.maybe() ? '\uFEFF' : '')
      assert.ok(read.ok, `seed ${seed} ${format}: ${read.ok ? '' : JSON.stringify(read.issues)}`)
      assert.deepEqual(read.model, carries[format](model), `seed ${seed} ${format}`)
      if (format !== 'modbus') assert.deepEqual(read.profile, profile, `seed ${seed} ${format}`)
      const again = modelFilesOf(read.model, profile, locale, format)
      assert.equal(
        JSON.stringify(again),
        JSON.stringify(modelFilesOf(carries[format](model), profile, locale, format)),
        `seed ${seed} ${format}`,
      )
    }
  }
  assert.equal(seen.size, 9 + 4 + 1)
})

for (const [name, model] of Object.entries(readyMadeModels)) {
  test(`${name} is read back unchanged from every format, in both languages`, () => {
    for (const format of modelFormats) {
      for (const locale of locales) {
        const read = through(model, { productKey: 'a1Key' }, locale, format)
        assert.ok(read.ok)
        // The round trip through JSON removes `undefined` units.
        assert.deepEqual(
          JSON.parse(JSON.stringify(read.model)),
          JSON.parse(JSON.stringify(carries[format](model))),
          `${format} ${locale}`,
        )
      }
    }
  })
}
