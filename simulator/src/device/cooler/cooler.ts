import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { between, happens, visits } from '../../random.ts'
import type { Happening } from '../oven/oven-state.ts'
import { canCool, powerKwOf, stepCold } from './cooler-physics.ts'
import { isFreezing, type Cooler } from './cooler-state.ts'

export type CoolerInput = Readonly<{
  /** Daily mean temperature of the room; the actual one varies over the day. */
  ambientC: number
  /** The local hour of the cabinet, 0 to 24. */
  hour: number
  /** False: nobody opens it. Default: true. */
  people?: boolean
}>

/** Coolest before dawn, warmest in the afternoon. */
const roomAt = (meanC: number, hour: number): number => meanC + 3 * Math.sin(((hour - 9) / 24) * 2 * Math.PI)

/** Advances the cabinet by `dtMs`. The given state is not modified. */
export function stepCooler(
  cooler: Cooler,
  input: CoolerInput,
  dtMs: number,
): { cooler: Cooler; happenings: Happening[] } {
  const next = structuredClone(cooler)
  const happenings: Happening[] = []
  for (let left = dtMs; left > 0; left -= secondMs)
    happenings.push(...glideCooler(next, input, Math.min(left, secondMs)))
  return { cooler: next, happenings }
}

const secondMs = 1000

/** Advances the cabinet in place by one step: a second, or as long as `coolerGlideMs` allows. */
export function glideCooler(cooler: Cooler, input: CoolerInput, dtMs: number): Happening[] {
  stepCold(cooler, roomAt(input.ambientC, input.hour), dtMs)
  control(cooler, dtMs)
  const happenings = [
    ...stepDefrost(cooler, dtMs),
    ...stepDoor(cooler, input.people === false ? 0 : visitsPerHour(cooler, input.hour), dtMs),
    ...stepAlarms(cooler, dtMs),
  ]
  cooler.powerKw = powerKwOf(cooler)
  return happenings
}

/**
 * How long one step may be so that energy, counts and temperatures come out as by seconds: it ends when a person comes,
 * when the door shuts and when a defrost is due, and the air is computed every ten seconds.
 */
export function coolerGlideMs(cooler: Cooler, hour: number): number {
  const nextMs = cooler.doorOpen
    ? Math.min(5000, cooler.doorClosesInMs)
    : Math.min(
        isNearSwitching(cooler) || isCoilWarm(cooler) ? 3000 : 10_000,
        (cooler.untilVisit / visitsPerHour(cooler, hour)) * hourMs,
      )
  return Math.max(secondMs, nextMs)
}

const isNearSwitching = ({ compressor, cabinetC, setPointC, differentialK }: Cooler): boolean =>
  Math.abs(cabinetC - (compressor ? setPointC - differentialK / 2 : setPointC + differentialK / 2)) < 0.2

/** The fan brings the heat of a defrost into the cabinet within a few steps. */
const isCoilWarm = ({ evaporatorC, cabinetC }: Cooler): boolean => evaporatorC > cabinetC + 1

/** A compressor that has stopped rests, so that pressures even out; one that runs runs a while. */
const minRestMs = 150_000
const minRunMs = minuteMs

function control(cooler: Cooler, dtMs: number): void {
  cooler.compressorMs += dtMs
  if (cooler.compressor) cooler.compressorRunMs += dtMs
  const may = canCool(cooler) && !cooler.standby && !cooler.defrosting
  // E01: without its sensor it runs by the clock, 12 minutes in 20.
  const blind = cooler.faults.includes('E01')
  const half = cooler.differentialK / 2
  const tooWarm = blind ? cooler.compressorMs > 480_000 : cooler.cabinetC > cooler.setPointC + half
  const coldEnough = blind ? cooler.compressorMs > 720_000 : cooler.cabinetC < cooler.setPointC - half
  if (!cooler.compressor && may && tooWarm && cooler.compressorMs > minRestMs) {
    cooler.compressor = true
    cooler.compressorStarts += 1
    cooler.compressorMs = 0
  } else if (cooler.compressor && (!may || (coldEnough && cooler.compressorMs > minRunMs))) {
    cooler.compressor = false
    cooler.compressorMs = 0
  }
}

export function startDefrost(cooler: Cooler, startedBy: number): void {
  cooler.defrosting = true
  cooler.defrostMs = 0
  cooler.defrostStartedBy = startedBy
}

export function stopDefrost(cooler: Cooler): void {
  cooler.defrosting = false
  cooler.untilDefrostMs = cooler.defrostIntervalMs
}

function stepDefrost(cooler: Cooler, dtMs: number): Happening[] {
  if (cooler.standby) return []
  if (!cooler.defrosting) {
    cooler.untilDefrostMs -= dtMs
    if (cooler.untilDefrostMs <= 0) startDefrost(cooler, 0)
    return []
  }
  cooler.defrostMs += dtMs
  if (cooler.evaporatorC < cooler.defrostEndC && cooler.defrostMs < cooler.longestDefrostMs) return []
  stopDefrost(cooler)
  const output = {
    Minutes: Math.round(cooler.defrostMs / minuteMs),
    EndTemp: Math.round(cooler.evaporatorC * 10) / 10,
    StartedBy: cooler.defrostStartedBy,
  }
  return [{ event: 'DefrostDone', output }]
}

/** A night has a tenth of the visits of a day. Shares add up to one day. */
const visitsPerHour = ({ visitsADay }: Cooler, hour: number): number =>
  visitsADay * (hour >= 6 && hour < 22 ? 0.9 / 16 : 0.1 / 8)

/**
 * How people use a door: how long a visit takes, and a delivery that is put away with the door wide open; the share of deliveries, and of
 * those after which it stays ajar; the warmth that comes in with them. What is frozen is put away quickly.
 */
const refrigeratorDoor = {
  visitS: [5, 40],
  deliveryS: [240, 840],
  ajarS: [1500, 3000],
  deliveries: 0.008,
  ajar: 0.08,
  visitK: 0.03,
  deliveryK: 0.8,
} as const
const freezerDoor = {
  visitS: [4, 20],
  deliveryS: [40, 110],
  ajarS: [40, 110],
  deliveries: 0.012,
  ajar: 0,
  visitK: 0.02,
  deliveryK: 0.4,
} as const

export function openDoor(cooler: Cooler, forMs: number): void {
  if (!cooler.doorOpen) cooler.doorOpenings += 1
  cooler.doorOpen = true
  cooler.doorClosesInMs = forMs
}

export function closeDoor(cooler: Cooler): void {
  cooler.doorOpen = false
  cooler.doorOpenMs = 0
  cooler.alarmed.door = false
}

function stepDoor(cooler: Cooler, perHour: number, dtMs: number): Happening[] {
  if (cooler.identifyMs > 0) cooler.identifyMs = Math.max(0, cooler.identifyMs - dtMs)
  if (!cooler.doorOpen) {
    if (visits(cooler, perHour, dtMs)) {
      // Now and then a delivery is put away with the door wide open, and warm goods are put in.
      const door = isFreezing(cooler) ? freezerDoor : refrigeratorDoor
      const isDelivery = happens(cooler.chance, door.deliveries)
      const isForgotten = isDelivery && happens(cooler.chance, door.ajar)
      const [fromS, toS] = isForgotten ? door.ajarS : isDelivery ? door.deliveryS : door.visitS
      openDoor(cooler, between(cooler.chance, fromS, toS) * 1000)
      cooler.goodsC += isDelivery ? door.deliveryK : door.visitK
    }
    return []
  }
  cooler.doorOpenMs += dtMs
  cooler.doorClosesInMs -= dtMs
  if (cooler.doorClosesInMs <= 0) {
    closeDoor(cooler)
    return []
  }
  if (cooler.doorOpenMs < 240_000 || cooler.alarmed.door) return []
  cooler.alarmed.door = true
  const output = { Seconds: Math.round(cooler.doorOpenMs / 1000), CabinetTemp: Math.round(cooler.cabinetC * 10) / 10 }
  return [{ event: 'DoorOpenLong', output }]
}

/**
 * An alarm occurs once when the limit has been exceeded for the whole delay; it ends half a degree within the limit.
 */
function stepAlarms(cooler: Cooler, dtMs: number): Happening[] {
  const happenings: Happening[] = []
  const warm = cooler.cabinetC > cooler.highLimitC && !cooler.standby && !cooler.defrosting
  const cold = cooler.cabinetC < cooler.lowLimitC && !cooler.standby
  cooler.tooWarmMs = warm ? cooler.tooWarmMs + dtMs : 0
  cooler.tooColdMs = cold ? cooler.tooColdMs + dtMs : 0
  if (cooler.cabinetC < cooler.highLimitC - 0.5) cooler.alarmed.high = false
  if (cooler.cabinetC > cooler.lowLimitC + 0.5) cooler.alarmed.low = false
  const outputOf = (limit: number) => ({
    CabinetTemp: Math.round(cooler.cabinetC * 10) / 10,
    Limit: Math.round(limit * 10) / 10,
  })
  if (cooler.tooWarmMs > cooler.alarmDelayMs && !cooler.alarmed.high) {
    cooler.alarmed.high = true
    happenings.push({ event: 'HighTemp', output: outputOf(cooler.highLimitC) })
  }
  if (cooler.tooColdMs > cooler.alarmDelayMs && !cooler.alarmed.low) {
    cooler.alarmed.low = true
    happenings.push({ event: 'LowTemp', output: outputOf(cooler.lowLimitC) })
  }
  return happenings
}
