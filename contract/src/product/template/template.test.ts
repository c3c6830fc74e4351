import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combiOven } from '../../thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '../../thing-model/ready-made/refrigerator.ts'
import type { ThingModel } from '../../thing-model/thing-model.model.ts'
import { emptyTemplate } from './propose-template.ts'
import { templateContents, templateKinds, type TemplateContents, type TemplateKind } from './template.model.ts'
import { functionsNamedIn, templateFaults } from './template.rules.ts'

const ids = () => {
  let made = 0
  return () => `id${String((made += 1)).padStart(4, '0')}`
}
const noModel: ThingModel = { properties: [], events: [], services: [] }
const name = { en: 'Name', zh: '名称' }

for (const [which, model] of Object.entries({ combiOven, refrigerator })) {
  for (const kind of templateKinds) {
    test(`a first draft of ${kind} for ${which} may be published as it is`, () => {
      const content = emptyTemplate(kind, model, ids())
      assert.deepEqual(templateContents[kind].parse(content), content)
      assert.deepEqual(templateFaults(kind, content, model), [])
    })
  }
}

test('a first draft shows every reading and can set every plain setting, each once', () => {
  const named = (kind: TemplateKind) => functionsNamedIn(kind, emptyTemplate(kind, combiOven, ids()))
  const of = (accessMode: 'r' | 'rw') =>
    combiOven.properties.filter((property) => property.accessMode === accessMode).map(({ identifier }) => identifier)
  const sorted = (kind: TemplateKind) =>
    named(kind)
      .map(({ identifier }) => identifier)
      .toSorted()
  assert.deepEqual(sorted('params-info'), of('r').toSorted())
  assert.deepEqual(sorted('params-edit'), of('rw').toSorted())
})

test('a first draft pairs the temperatures that belong together', () => {
  const pairs = (model: ThingModel) =>
    emptyTemplate('temperature-control', model, ids()).zones.map(({ current, target }) => `${current} ${target}`)
  assert.deepEqual(pairs(combiOven), ['ChamberTemp SetTemp', 'CoreTemp CoreTarget'])
  assert.deepEqual(pairs(refrigerator), ['CabinetTemp SetPoint'])
})

test('of a model without functions there is a first draft too', () => {
  for (const kind of templateKinds)
    assert.deepEqual(templateFaults(kind, emptyTemplate(kind, noModel, ids()), noModel), [])
})

const control = (action: 'set' | 'call', identifier: string) =>
  ({
    id: `c${identifier.toLowerCase().slice(0, 9)}x`,
    icon: 'play',
    label: name,
    action,
    identifier,
    width: 1,
    confirm: false,
  }) as const

test('a function that does not exist or has another kind is reported at its place', () => {
  const content: TemplateContents['device-control'] = {
    headline: 'Gone',
    controls: [
      control('set', 'Light'),
      control('set', 'ChamberTemp'),
      control('set', 'SetTemp'),
      control('set', 'StopCooking'),
      control('call', 'StopCooking'),
      control('call', 'Light'),
      control('call', 'Nothing'),
    ],
  }
  assert.deepEqual(templateFaults('device-control', content, combiOven), [
    { path: 'headline', identifier: 'Gone', reason: 'missing' },
    { path: 'controls.1.identifier', identifier: 'ChamberTemp', reason: 'notWritable' },
    { path: 'controls.2.identifier', identifier: 'SetTemp', reason: 'wrongType' },
    { path: 'controls.3.identifier', identifier: 'StopCooking', reason: 'wrongType' },
    { path: 'controls.5.identifier', identifier: 'Light', reason: 'wrongType' },
    { path: 'controls.6.identifier', identifier: 'Nothing', reason: 'missing' },
  ])
})

test('each control of editing is for its own data types', () => {
  const written = (identifier: string, dataType: ThingModel['properties'][number]['dataType']) =>
    ({ identifier, name, required: false, accessMode: 'rw', dataType }) as const
  const model: ThingModel = {
    ...noModel,
    properties: [
      written('Bool', { type: 'bool', off: name, on: name }),
      written('Int', { type: 'int', min: 0, max: 9 }),
      written('Float', { type: 'float', min: 0, max: 9 }),
      written('Enum', { type: 'enum', items: [{ value: 0, ...name }] }),
      written('Text', { type: 'text', length: 9 }),
      written('Date', { type: 'date' }),
    ],
  }
  const fitting = (used: TemplateContents['params-edit']['groups'][number]['items'][number]['control']) =>
    model.properties
      .map(({ identifier }) => identifier)
      .filter((property) => {
        const items = [{ id: 'item1', property, control: used, confirm: false }]
        return templateFaults('params-edit', { groups: [{ id: 'group1', title: name, items }] }, model).length === 0
      })
  assert.deepEqual(fitting('switch'), ['Bool'])
  assert.deepEqual(fitting('slider'), ['Int', 'Float'])
  assert.deepEqual(fitting('stepper'), ['Int', 'Float'])
  assert.deepEqual(fitting('choice'), ['Enum'])
  assert.deepEqual(fitting('input'), ['Text'])
  assert.deepEqual(fitting('time'), ['Date'])
})

test('a zone reads a number, sets a writable one and switches a writable bool', () => {
  const zone = { id: 'zone1', name, current: 'DoorState', target: 'ChamberTemp', humidity: 'Light', power: 'FanSpeed' }
  assert.deepEqual(
    templateFaults('temperature-control', { zones: [zone], presets: [] }, combiOven).map(
      ({ path, reason }) => `${path} ${reason}`,
    ),
    [
      'zones.0.current wrongType',
      'zones.0.target notWritable',
      'zones.0.humidity wrongType',
      'zones.0.power wrongType',
    ],
  )
})

test('a preset lies in the range and on a step of the target of at least one zone', () => {
  const zone = (target: string) => ({
    id: `z${target.toLowerCase().slice(0, 9)}`,
    name,
    current: 'ChamberTemp',
    target,
  })
  const faults = (targets: readonly string[], ...presets: readonly number[]) =>
    templateFaults(
      'temperature-control',
      {
        zones: targets.map(zone),
        presets: presets.map((temperatureC, index) => ({ id: `preset${index}`, name, temperatureC })),
      },
      combiOven,
    ).map(({ path, reason }) => `${path} ${reason}`)
  assert.deepEqual(faults(['SetTemp'], 30, 260, 29, 261, 180.5), [
    'presets.2.temperatureC outOfRange',
    'presets.3.temperatureC outOfRange',
    'presets.4.temperatureC outOfRange',
  ])
  assert.deepEqual(faults(['SetTemp', 'CoreTarget'], 0, 260), [])
  // The zone already reports the problem.
  assert.deepEqual(faults(['Gone'], 999), ['zones.0.target missing'])
})

test('no id occurs twice in one template, at any place', () => {
  const item = (id: string) => ({ id, property: 'ChamberTemp', emphasis: false })
  const group = (id: string, itemId: string) => ({ id, title: name, items: [item(itemId)] })
  const info = (...groups: ReturnType<typeof group>[]) => templateContents['params-info'].safeParse({ groups }).success
  assert.equal(info(group('group1', 'item1'), group('group2', 'item2')), true)
  assert.equal(info(group('group1', 'item1'), group('group2', 'item1')), false)
  assert.equal(info(group('group1', 'item1'), group('item1', 'item2')), false)
  const zones = [{ id: 'same1', name, current: 'CoreTemp', target: 'CoreTarget' }]
  const presets = [{ id: 'same1', name, temperatureC: 50 }]
  assert.equal(templateContents['temperature-control'].safeParse({ zones, presets }).success, false)
})
