import { z } from 'zod'

/** A code a device reports in `FaultCode` and in its `Fault` event, with words for people. The device's own text is kept beside it. */
export const FaultCode = z.strictObject({ code: z.string(), en: z.string(), zh: z.string() })
export type FaultCode = Readonly<z.output<typeof FaultCode>>

export const ovenFaults: readonly FaultCode[] = [
  { code: 'E01', en: 'Chamber temperature sensor failed', zh: '腔体温度传感器故障' },
  { code: 'E02', en: 'Core probe failed', zh: '芯温探针故障' },
  { code: 'E03', en: 'Chamber over-temperature', zh: '腔体超温' },
  { code: 'E04', en: 'Fan motor failed', zh: '风机电机故障' },
  { code: 'E05', en: 'Door switch failed', zh: '门开关故障' },
  { code: 'E06', en: 'No water supply', zh: '缺水' },
  { code: 'E07', en: 'Steam generator over-temperature', zh: '蒸汽发生器超温' },
  { code: 'E08', en: 'Boiler level sensor failed', zh: '锅炉水位传感器故障' },
  { code: 'E09', en: 'Heating element failed', zh: '加热管故障' },
  { code: 'E10', en: 'Drain blocked or too hot', zh: '排水堵塞或温度过高' },
  { code: 'E11', en: 'Control board over-temperature', zh: '控制板超温' },
  { code: 'E12', en: 'Power board does not answer', zh: '电源板通信中断' },
]

export const coolerFaults: readonly FaultCode[] = [
  { code: 'E01', en: 'Cabinet temperature sensor failed', zh: '柜内温度传感器故障' },
  { code: 'E02', en: 'Evaporator sensor failed', zh: '蒸发器传感器故障' },
  { code: 'E03', en: 'Condenser sensor failed', zh: '冷凝器传感器故障' },
  { code: 'E04', en: 'Evaporator fan failed', zh: '蒸发风机故障' },
  { code: 'E05', en: 'Compressor does not start', zh: '压缩机无法启动' },
  { code: 'E06', en: 'Condenser over-temperature', zh: '冷凝器超温' },
  { code: 'E07', en: 'High-pressure cut-out', zh: '高压保护' },
  { code: 'E08', en: 'Low pressure, refrigerant may be leaking', zh: '压力过低，疑似制冷剂泄漏' },
  { code: 'E09', en: 'Defrost heater failed', zh: '除霜加热器故障' },
  { code: 'E10', en: 'Defrost did not end in time', zh: '除霜超时' },
  { code: 'E11', en: 'Door switch failed', zh: '门开关故障' },
  { code: 'E12', en: 'Supply voltage out of range', zh: '供电电压异常' },
]

export const faultsOf = { oven: ovenFaults, cooler: coolerFaults } as const
