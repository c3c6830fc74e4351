import { newAppliance, type Appliance } from '../appliance.ts'
import type { ListedUnit } from '../device-list.ts'
import type { RunningDevice } from '../simulated-device.ts'
import { controller } from './controller.ts'
import type { SlaveUnit } from './serial-line.ts'

/** A refrigerator on the serial line behind a modem. */
export type ModemUnit = Readonly<{
  deviceName: string
  address: number
  appliance: Appliance
  /** It does not answer for this long. */
  silence: { leftMs: number }
  slave: SlaveUnit
}>

export function modemUnits(
  listed: readonly ListedUnit[],
  { seed, saved, clock }: Readonly<{ seed: string; saved: ReadonlyMap<string, unknown>; clock: () => number }>,
): ModemUnit[] {
  return listed.map(({ deviceName, unit: address }) => {
    const birth = { seed: `${seed}:${address}`, firmware: '', freezer: false, saved: saved.get(deviceName) }
    const appliance = newAppliance('cooler', birth)
    const silence = { leftMs: 0 }
    const isSilent = () => silence.leftMs > 0
    return { deviceName, address, appliance, silence, slave: controller(appliance, { address, clock, isSilent }) }
  })
}

/** A unit as a device of the fleet; its modem does everything that the unit does not do itself. */
export const unitDevice = (modem: RunningDevice, { deviceName, appliance, silence }: ModemUnit): RunningDevice => ({
  ...modem,
  kind: 'cooler',
  deviceName,
  raiseFault: appliance.raiseFault,
  clearFault: (code) => clearFaults(appliance, code),
  faults: appliance.faults,
  setDoor: appliance.setDoor,
  mute: (forMs) => {
    silence.leftMs = forMs
  },
  goOffline: (forMs) => {
    silence.leftMs = forMs
  },
  values: appliance.values,
  keep: appliance.life,
})

/** Clears one fault, or all. */
export function clearFaults(appliance: Appliance | undefined, code: string | undefined): void {
  for (const active of code === undefined ? [...(appliance?.faults() ?? [])] : [code]) appliance?.clearFault(active)
}
