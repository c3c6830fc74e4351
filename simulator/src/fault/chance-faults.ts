import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { between, comes, happens, pick, type Chance } from '../random.ts'
import type { Appliance } from '../device/appliance.ts'

/** Faults that occur and end at random; faults of the door and the probes are the most frequent. */
const usual = {
  oven: ['E05', 'E05', 'E02', 'E02', 'E06', 'E10', 'E04', 'E07', 'E01'],
  cooler: ['E11', 'E04', 'E06', 'E03', 'E09', 'E05', 'E07', 'E12'],
} as const

export type ChanceFaults = Readonly<{
  step: (appliance: Appliance, dtMs: number) => void
  /** Time passes for present faults, and no new one occurs. */
  mend: (appliance: Appliance, dtMs: number) => void
  forget: (code: string) => void
}>

/** How long until a fault is repaired: most are reset or put right by the kitchen. */
const soon = [6, 50] as const
/** Without its cold a cabinet sometimes waits for a technician. */
const technician = { for: ['E05', 'E07', 'E12'], share: 0.5, minutes: [150, 420] } as const
export const longestRepairMs = technician.minutes[1] * minuteMs

/** `waits`: some faults wait for a technician. Where somebody watches for an hour, all are over soon. */
export function chanceFaults(chance: Chance, perHour: number, waits = false): ChanceFaults {
  const repairOf = (kind: Appliance['kind'], code: string): readonly [number, number] =>
    waits && kind === 'cooler' && technician.for.some((one) => one === code) && happens(chance, technician.share)
      ? technician.minutes
      : soon

  /** How long until each is repaired. Faults that a person caused are not in it: those stay until they are cleared. */
  const mendedIn = new Map<string, number>()
  const mend = (appliance: Appliance, dtMs: number) => {
    for (const [code, leftMs] of mendedIn) {
      if (leftMs > dtMs) mendedIn.set(code, leftMs - dtMs)
      else {
        mendedIn.delete(code)
        appliance.clearFault(code)
      }
    }
  }
  return {
    mend,
    step: (appliance, dtMs) => {
      mend(appliance, dtMs)
      if (!comes(chance, perHour, dtMs)) return
      const code = pick(chance, usual[appliance.kind])
      if (appliance.faults().includes(code)) return
      appliance.raiseFault(code)
      mendedIn.set(code, between(chance, ...repairOf(appliance.kind, code)) * minuteMs)
    },
    forget: (code) => {
      mendedIn.delete(code)
    },
  }
}

/** Text of a fault on the device's display, in English. */
export const faultTextOf = (kind: Appliance['kind'], code: string): string =>
  faultsOf[kind].find((fault) => fault.code === code)?.en ?? code
