import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messagesByPath } from '../../field-message.ts'
import { Modbus, ThingModel } from '../thing-model.model.ts'
import { thingModelText } from '../thing-model.text.ts'
import { fromModbusConfig, toModbusConfig } from './modbus-config.ts'
import { minuteMs } from '../../time.ts'

const modelOf = (registers: readonly (Modbus | undefined)[]): ThingModel =>
  ThingModel.parse({
    properties: registers.map((modbus, index) => ({
      identifier: `P${index}`,
      name: { en: `P${index}`, zh: `属性${index}` },
      required: false,
      accessMode: 'r',
      dataType: { type: 'double', min: 0, max: 1 },
      ...(modbus === undefined ? {} : { modbus }),
    })),
    events: [],
    services: [],
  })

/** Every combination the model allows. */
function everyRegister(): Modbus[] {
  const found: Modbus[] = []
  const flags = [undefined, false, true]
  for (const operateType of ['coilStatus', 'inputStatus', 'holdingRegister', 'inputRegister'])
    for (const byteLength of [1, 2, 4, 8, 246])
      for (const signed of [true, false])
        for (const encoding of [undefined, 'int', 'float', 'text'])
          for (const flag of flags)
            for (const [trigger, bitMask, writeFunctionCode] of [
              [],
              ['timed', 1, 16],
              ['onChange', 0xf0, 5],
              ['onChange', 0xffff_ffff, 15],
              [undefined, undefined, 6],
            ]) {
              const read = Modbus.safeParse(
                JSON.parse(
                  JSON.stringify({
                    protocolType: signed === flag ? 'modbusTcp' : 'modbusRtu',
                    operateType,
                    registerAddress: '0x0a',
                    byteLength,
                    signed,
                    coefficient: 1e-7,
                    reportFrequencyMs: minuteMs,
                    encoding,
                    swapBytes: flag,
                    reverseRegisters: flag === undefined ? true : undefined,
                    writeOnly: flag,
                    trigger,
                    bitMask,
                    writeFunctionCode,
                  }),
                ),
              )
              if (read.success) found.push(read.data)
            }
  return found
}

test('every register that the model can describe is read back unchanged from the document', () => {
  const registers = [undefined, ...everyRegister()]
  assert.ok(registers.length > 300, String(registers.length))
  for (let at = 0; at < registers.length; at += 200) {
    const model = modelOf(registers.slice(at, at + 200))
    const document: unknown = JSON.parse(JSON.stringify(toModbusConfig(model)))
    assert.deepEqual(fromModbusConfig(document, modelOf(registers.slice(at, at + 200).map(() => undefined))), {
      ok: true,
      model,
    })
  }
})

test('the document describes a register in the words of the format', () => {
  const model = modelOf([
    undefined,
    {
      protocolType: 'modbusRtu',
      operateType: 'holdingRegister',
      registerAddress: '0x1F',
      byteLength: 4,
      signed: false,
      coefficient: 0.1,
      reportFrequencyMs: 5000,
      swapBytes: true,
      reverseRegisters: false,
      trigger: 'onChange',
      writeFunctionCode: 16,
    },
  ])
  assert.deepEqual(toModbusConfig(model), {
    properties: [
      {
        identifier: 'P1',
        operateType: 'holdingRegister',
        registerAddress: '0x1F',
        originalDataType: { type: 'uint32', specs: { registerCount: 2, swap16: 1, reverseRegister: 0 } },
        scaling: 0.1,
        pollingTime: 5000,
        trigger: 2,
        writeFunctionCode: 16,
      },
    ],
  })
})

test('strings, plain addresses and hex codes are read, and a missing value has its default', () => {
  const read = fromModbusConfig(
    {
      properties: [
        {
          identifier: 'P0',
          operateType: 'holdingRegister',
          registerAddress: 255,
          originalDataType: { type: 'int16', specs: { registerCount: '1', swap16: '1' } },
          writeFunctionCode: '0x10',
          bitMask: null,
          somethingElse: 1,
        },
      ],
    },
    modelOf([undefined]),
  )
  assert.ok(read.ok)
  assert.deepEqual(read.model.properties[0]?.modbus, {
    protocolType: 'modbusRtu',
    operateType: 'holdingRegister',
    registerAddress: '0xFF',
    byteLength: 2,
    signed: true,
    coefficient: 1,
    reportFrequencyMs: 1000,
    swapBytes: true,
    writeFunctionCode: 16,
  })
})

test('registers of the type string are text with the length of their count', () => {
  const entry = { identifier: 'P0', operateType: 'inputRegister', registerAddress: '0x0' }
  const readAs = (specs: object) =>
    fromModbusConfig({ properties: [{ ...entry, originalDataType: { type: 'string', specs } }] }, modelOf([undefined]))
  const read = readAs({ registerCount: '8', swap16: 1 })
  assert.ok(read.ok)
  const { encoding, byteLength, swapBytes } = read.model.properties[0]?.modbus ?? {}
  assert.deepEqual([encoding, byteLength, swapBytes], ['text', 16, true])
  assert.deepEqual(toModbusConfig(read.model).properties[0]?.originalDataType, {
    type: 'string',
    specs: { registerCount: 8, swap16: 1 },
  })
  for (const specs of [{}, { registerCount: 0 }, { registerCount: 124 }, { registerCount: 'many' }]) {
    const wrong = readAs(specs)
    assert.ok(!wrong.ok)
    assert.deepEqual(
      wrong.issues.map(({ path }) => path.join('.')),
      ['properties.0.originalDataType.specs.registerCount'],
    )
  }
})

test('a property that the document does not name has no register', () => {
  const [register] = everyRegister()
  const read = fromModbusConfig({ properties: [] }, modelOf([register]))
  assert.ok(read.ok)
  assert.deepEqual(read.model, modelOf([undefined]))
})

test('every problem is reported at its place in the document, in both languages', () => {
  const fine = {
    operateType: 'holdingRegister',
    registerAddress: '0x0',
    originalDataType: { type: 'int16', specs: { registerCount: 1 } },
  }
  const read = fromModbusConfig(
    {
      properties: [
        { ...fine, identifier: 'P0' },
        { ...fine, identifier: 'P0' },
        { ...fine, identifier: 'Nowhere', registerAddress: '0x10000', scaling: 'many', pollingTime: 1 },
        { ...fine, identifier: 'P1', originalDataType: { type: 'bcd', specs: { registerCount: 8 } } },
        {
          ...fine,
          identifier: 'P2',
          originalDataType: { type: 'int32', specs: { registerCount: 1, swap16: 'perhaps' } },
        },
        { ...fine, identifier: 'P3', originalDataType: { type: 'int32', specs: { registerCount: 1 } } },
        { ...fine, identifier: 'P4', writeFunctionCode: 5, bitMask: '0x10000' },
        { identifier: 'P5', trigger: 3 },
      ],
    },
    modelOf(Array.from({ length: 6 }, () => undefined)),
  )
  assert.ok(!read.ok)
  assert.deepEqual(
    read.issues.map((issue) => issue.path.join('.')),
    [
      'properties.1.identifier',
      'properties.2.identifier',
      'properties.2.registerAddress',
      'properties.2.scaling',
      'properties.2.pollingTime',
      'properties.3.originalDataType.type',
      'properties.4.originalDataType.specs.swap16',
      'properties.5.originalDataType.specs.registerCount',
      'properties.6.bitMask',
      'properties.6.writeFunctionCode',
      'properties.7.operateType',
      'properties.7.registerAddress',
      'properties.7.trigger',
      'properties.7.originalDataType.type',
    ],
  )
  const [en, zh] = [
    messagesByPath(read.issues, 'en', thingModelText),
    messagesByPath(read.issues, 'zh', thingModelText),
  ]
  assert.equal(en['properties.1.identifier'], 'This property already has a register')
  assert.equal(zh['properties.1.identifier'], '该属性已配置过寄存器')
  for (const nonsense of [null, [], 'text', { properties: {} }, { properties: [5] }])
    assert.equal(fromModbusConfig(nonsense, modelOf([])).ok, false)
})
