import { dayMs, minuteMs } from '@brigade/contract/time.ts'

/**
 * The reports of a fleet of refrigerators over thirty days. Each reports four properties together once a minute: three
 * slow curves with noise and two decimals, and one that is on or off. Every value is computed from device, minute and
 * property, so that input and expected answers are computed again instead of stored.
 */
export type ReportSet = Readonly<{
  devices: number
  /** Start of the first day, UTC. */
  startMs: number
}>

/** One message. Values are in the order of `identifiers`. */
export type PeerReport = Readonly<{ device: number; ms: number; values: readonly [number, number, number, number] }>

export const identifiers = ['CabinetTemp', 'EvaporatorTemp', 'CondenserTemp', 'Compressor'] as const
export type Identifier = (typeof identifiers)[number]

export const reportDays = 30
const minutesOfDay = 1440
export const minutesOfSet = reportDays * minutesOfDay
export const valuesOf = ({ devices }: ReportSet): number => devices * minutesOfSet * identifiers.length
/** The end of the last day. */
export const endOf = ({ startMs }: ReportSet): number => startMs + reportDays * dayMs

/** The last whole days before yesterday: those that a night has sealed. */
export const reportSet = (devices: number, nowMs: number): ReportSet => ({
  devices,
  startMs: (Math.floor(nowMs / dayMs) - 1 - reportDays) * dayMs,
})

const seed = 49

/** A whole number from 0 below `below` that looks random and is the same each time. */
function drawn(device: number, minute: number, what: number, below: number): number {
  let bits = Math.imul(device + 1, 0x9e3779b1) ^ Math.imul(minute + 1, 0x85ebca77) ^ Math.imul(what + seed, 0xc2b2ae3d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return ((bits ^ (bits >>> 15)) >>> 0) % below
}

/** Middle, swing over a day, swing over a cycle of the compressor, and noise to either side: hundredths of a degree. */
const curves = [
  [400, 120, 40, 15],
  [-1200, 200, 300, 20],
  [3600, 500, 250, 25],
] as const

/** Minutes of one cycle of the compressor; it runs for the first part of it. */
const cycleOf = (device: number): number => 90 + drawn(device, 0, 4, 60)

function curveAt(curve: number, device: number, minute: number): number {
  const [middle, daily, cyclic, noise] = curves[curve] ?? curves[0]
  const day = Math.sin((2 * Math.PI * (minute + device * 37)) / minutesOfDay)
  const cycle = Math.sin((2 * Math.PI * minute) / cycleOf(device))
  const noisy = drawn(device, minute, curve, 2 * noise + 1) - noise
  return Math.round(middle + daily * day + cyclic * cycle + noisy) / 100
}

/** After the minute began, at most half a second: no report is at the limit of two hours. */
const msOf = ({ startMs }: ReportSet, device: number, minute: number): number =>
  startMs + minute * minuteMs + 1 + drawn(device, minute, 9, 500)

export const reportAt = (set: ReportSet, device: number, minute: number): PeerReport => ({
  device,
  ms: msOf(set, device, minute),
  values: [
    curveAt(0, device, minute),
    curveAt(1, device, minute),
    curveAt(2, device, minute),
    minute % cycleOf(device) < 45 + drawn(device, Math.floor(minute / cycleOf(device)), 8, 20) ? 1 : 0,
  ],
})

/** The reports of a day in the order of arrival, minute by minute from all devices, in batches of this size. */
export function* batchesOfDay(set: ReportSet, day: number, size: number): Generator<PeerReport[]> {
  let batch: PeerReport[] = []
  for (let minute = day * minutesOfDay; minute < (day + 1) * minutesOfDay; minute += 1)
    for (let device = 0; device < set.devices; device += 1) {
      batch.push(reportAt(set, device, minute))
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  if (batch.length > 0) yield batch
}
