import type { DeviceRow, DeviceState } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { z } from 'zod'
import { formatNumber } from '../../platform/format.ts'
import type { Units } from '../../platform/units.ts'

export type State = z.output<typeof DeviceState>

/** The shown state depends on these fields, which rows, details and live events all have. */
export type Stateful = Pick<DeviceRow, 'online' | 'workState' | 'faultCode' | 'fact' | 'onlineChangedAt'>

/** The states of a kind, in the order of the totals. */
export const statesOf = {
  oven: ['cooking', 'preheating', 'completed', 'cooling', 'washing', 'standby', 'error'],
  cooler: ['cooling', 'defrosting', 'standby', 'error'],
} as const satisfies Readonly<Record<DeviceKind, readonly State[]>>

/** The working state counts only while the device is online. */
export const stateOf = (device: Pick<DeviceRow, 'online' | 'workState'>): State =>
  device.online ? (device.workState ?? 'online') : 'offline'

/** The words of a fault code in the language; empty if the code is not one of ours. */
export function faultName(kind: DeviceKind, code: string, locale: Locale): string {
  return faultsOf[kind].find((fault) => fault.code === code)?.[locale] ?? ''
}

type Formats = {
  locale: Locale
  units: Units
  nowMs: number
  duration: (ms: number) => string
  minutesLeft: (p: { minutes: number }) => string
}

/** The short fact after the word of a state (mock README, States); empty if there is none. */
export function factOf(kind: DeviceKind, device: Stateful, formats: Formats): string {
  const { stage, stageCount, temperatureC, minutesLeft } = device.fact
  const temperature =
    temperatureC === null
      ? ''
      : `${formatNumber(formats.units.temperature(temperatureC), kind === 'cooler' ? 1 : 0)} ${formats.units.temperatureUnit}`
  switch (stateOf(device)) {
    case 'offline':
      return device.onlineChangedAt === null ? '' : formats.duration(formats.nowMs - Date.parse(device.onlineChangedAt))
    case 'error': {
      const name = faultName(kind, device.faultCode, formats.locale)
      return name === '' ? device.faultCode : `${device.faultCode} · ${name}`
    }
    case 'cooking':
      return stage !== null && stageCount !== null && stageCount > 0 ? `${stage}/${stageCount}` : temperature
    case 'washing':
      return minutesLeft === null ? '' : formats.minutesLeft({ minutes: minutesLeft })
    case 'standby':
    case 'online':
      return kind === 'cooler' ? temperature : ''
    case 'completed':
      return ''
    case 'preheating':
    case 'cooling':
    case 'defrosting':
      return temperature
  }
}
