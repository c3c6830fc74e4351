import type { Locale, Words } from '../locale.ts'
import { commaIn, describeNumber, type Tokens } from './describe-type.ts'
import type { Modbus } from './thing-model.model.ts'

/**
 * Describes the registers of a Modbus property in words. Parts with `isMain` are always shown, the others only if they
 * differ.
 */

export type RegisterPart = Readonly<{ key: string; label: string; tokens: Tokens; isMain: boolean }>

const labels = {
  register: { en: 'Register', zh: '寄存器' },
  protocolType: { en: 'Protocol', zh: '协议' },
  operateType: { en: 'Area', zh: '存储区' },
  reportFrequencyMs: { en: 'Report', zh: '上报' },
  encoding: { en: 'Encoding', zh: '编码' },
  swapBytes: { en: 'Byte swap', zh: '字节交换' },
  reverseRegisters: { en: 'Word swap', zh: '字序反转' },
  bitMask: { en: 'Bit mask', zh: '位掩码' },
  trigger: { en: 'Trigger', zh: '触发' },
  writeFunctionCode: { en: 'Write by', zh: '写功能码' },
  writeOnly: { en: 'Write only', zh: '只写' },
} as const satisfies Record<string, Words>

export const areaWords: Readonly<Record<Modbus['operateType'], Words>> = {
  coilStatus: { en: 'coil', zh: '线圈' },
  inputStatus: { en: 'discrete input', zh: '离散输入' },
  holdingRegister: { en: 'holding register', zh: '保持寄存器' },
  inputRegister: { en: 'input register', zh: '输入寄存器' },
}
const words = {
  signed: { en: 'signed', zh: '有符号' },
  int: { en: 'integer', zh: '整数' },
  float: { en: 'floating point', zh: '浮点数' },
  text: { en: 'text', zh: '文本' },
  timed: { en: 'timed', zh: '定时' },
  onChange: { en: 'on change', zh: '变化时' },
  modbusRtu: { en: 'Modbus RTU', zh: 'Modbus RTU' },
  modbusTcp: { en: 'Modbus TCP', zh: 'Modbus TCP' },
  yes: { en: 'yes', zh: '是' },
  no: { en: 'no', zh: '否' },
} as const satisfies Record<string, Words>

export function registerParts(modbus: Modbus, locale: Locale): readonly RegisterPart[] {
  const comma = commaIn(locale)
  const bytes = locale === 'en' ? (modbus.byteLength === 1 ? 'byte' : 'bytes') : '字节'
  const quiet = (key: keyof typeof labels, text: string): RegisterPart => ({
    key,
    label: labels[key][locale],
    tokens: [text],
    isMain: false,
  })
  const yesNo = (isTrue: boolean | undefined): string => words[isTrue === true ? 'yes' : 'no'][locale]
  return [
    {
      key: 'register',
      label: labels.register[locale],
      isMain: true,
      tokens: [
        modbus.registerAddress,
        comma,
        `${modbus.byteLength} ${bytes}`,
        ...(modbus.encoding === 'text' ? [] : [comma, `× ${describeNumber(modbus.coefficient)}`]),
        ...(modbus.signed ? [comma, words.signed[locale]] : []),
      ],
    },
    quiet('protocolType', words[modbus.protocolType][locale]),
    quiet('operateType', areaWords[modbus.operateType][locale]),
    quiet('reportFrequencyMs', `${describeNumber(modbus.reportFrequencyMs / 1000)} s`),
    quiet('encoding', words[modbus.encoding ?? 'int'][locale]),
    quiet('swapBytes', yesNo(modbus.swapBytes)),
    quiet('reverseRegisters', yesNo(modbus.reverseRegisters)),
    quiet('bitMask', modbus.bitMask === undefined ? '-' : `0x${modbus.bitMask.toString(16).toUpperCase()}`),
    quiet('trigger', words[modbus.trigger ?? 'timed'][locale]),
    quiet('writeFunctionCode', modbus.writeFunctionCode === undefined ? '-' : String(modbus.writeFunctionCode)),
    quiet('writeOnly', yesNo(modbus.writeOnly)),
  ]
}
