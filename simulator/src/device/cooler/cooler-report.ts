import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { clamp, roundTo } from '../../random.ts'
import { evaporatorFanRuns } from './cooler-physics.ts'
import type { Cooler } from './cooler-state.ts'

const tenth = (value: number, low: number, high: number) => roundTo(clamp(value, low, high), 0.1)
const whole = (value: number, low = 0, high = 100) => Math.round(clamp(value, low, high))
const bit = (value: boolean) => (value ? 1 : 0)

function workStateOf(cooler: Cooler): number {
  // A door switch or one lost sensor of three does not stop it.
  if (cooler.faults.some((code) => code !== 'E03' && code !== 'E11')) return workStateNumber.error
  if (cooler.standby) return workStateNumber.standby
  return cooler.defrosting ? workStateNumber.defrosting : workStateNumber.cooling
}

/** Every property of the refrigerator's thing model. */
export function coolerValues(cooler: Cooler, firmware: string, nowMs: number): Record<string, unknown> {
  const broken = (code: string) => cooler.faults.includes(code)
  const values: Record<string, unknown> = {
    WorkState: workStateOf(cooler),
    CabinetTemp: tenth(cooler.cabinetC, -50, 80),
    EvaporatorTemp: tenth(cooler.evaporatorC, -60, 80),
    CondenserTemp: tenth(cooler.condenserC, -40, 120),
    AmbientTemp: tenth(cooler.ambientC, -50, 80),
    SetPoint: tenth(cooler.setPointC, -30, 15),
    SetDifferential: tenth(cooler.differentialK, 0.5, 10),
    HighLimit: tenth(cooler.highLimitC, -30, 30),
    LowLimit: tenth(cooler.lowLimitC, -40, 15),
    AlarmDelay: whole(cooler.alarmDelayMs / minuteMs, 0, 240),
    Compressor: bit(cooler.compressor),
    CompressorHours: tenth(cooler.compressorRunMs / hourMs, 0, 1_000_000),
    CompressorStarts: cooler.compressorStarts,
    EvaporatorFan: bit(evaporatorFanRuns(cooler)),
    CondenserFan: bit(cooler.compressor),
    Defrost: bit(cooler.defrosting),
    DefrostInterval: whole(cooler.defrostIntervalMs / hourMs, 1, 24),
    DefrostMinutes: whole(cooler.longestDefrostMs / minuteMs, 5, 90),
    DefrostEndTemp: tenth(cooler.defrostEndC, 2, 30),
    NextDefrost: String(Math.round((nowMs + Math.max(0, cooler.untilDefrostMs)) / minuteMs) * minuteMs),
    FrostLevel: whole(cooler.frost),
    DoorState: bit(cooler.doorOpen || broken('E11')),
    DoorOpenings: cooler.doorOpenings,
    Humidity: whole(cooler.humidity),
    Light: bit(cooler.light || cooler.doorOpen || cooler.identifyMs > 0),
    Standby: bit(cooler.standby),
    Voltage: tenth(cooler.voltage, 0, 500),
    PowerDraw: roundTo(clamp(cooler.powerKw, 0, 10), 0.001),
    EnergyTotal: roundTo(cooler.energyKwh, 0.01),
    FaultCode: cooler.faults.at(-1) ?? '',
    FirmwareVersion: firmware,
    Rssi: whole(cooler.rssi, -120, 0),
  }
  // A broken sensor reports nothing. The value is deleted afterwards, because building the object conditionally costs
  // as much as everything else.
  if (broken('E01')) delete values['CabinetTemp']
  if (broken('E02')) delete values['EvaporatorTemp']
  if (broken('E03')) delete values['CondenserTemp']
  return values
}

/**
 * Encodes the values without a deadband that may change from one step to the next: the number is equal while none does.
 */
export const coolerMark = (cooler: Cooler): number =>
  bit(cooler.compressor) +
  2 * bit(cooler.defrosting) +
  4 * bit(cooler.doorOpen) +
  8 * bit(evaporatorFanRuns(cooler)) +
  16 * cooler.faults.length

/** How far a value has to move before it is worth a message; values that are not named are sent at any change. */
export const coolerDeadbands: Readonly<Record<string, number>> = {
  CabinetTemp: 0.2,
  EvaporatorTemp: 0.5,
  CondenserTemp: 1,
  AmbientTemp: 0.3,
  NextDefrost: 60_001,
  FrostLevel: 3,
  Humidity: 3,
  Voltage: 1.5,
  PowerDraw: 0.03,
  EnergyTotal: 0.05,
  // The value has tenths, and each of them is reported.
  CompressorHours: 0.05,
  Rssi: 4,
}
