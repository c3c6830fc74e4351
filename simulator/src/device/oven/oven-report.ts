import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { clamp, roundTo } from '../../random.ts'
import { fanRuns } from './oven-physics.ts'
import { programLeftMs, stageLeftMs, stageOf, washMinutesOf, washPhaseOf } from './oven-program.ts'
import type { Oven } from './oven-state.ts'

const tenth = (value: number, low: number, high: number) => roundTo(clamp(value, low, high), 0.1)
const whole = (value: number, low = 0, high = 100) => Math.round(clamp(value, low, high))
const secondsOf = (ms: number) => whole(ms / 1000, 0, 86_400)
const hoursOf = (ms: number, most: number) => tenth(ms / hourMs, 0, most)
const bit = (value: boolean) => (value ? 1 : 0)

const noStages: readonly unknown[] = []

/** Every property of the oven's thing model, as its sensors and its control report it. */
export function ovenValues(oven: Oven, firmware: string, nowMs: number): Record<string, unknown> {
  const stage = stageOf(oven)
  const leftMs = programLeftMs(oven)
  const running = oven.workState === 'cooking' || oven.workState === 'preheating'
  const values: Record<string, unknown> = {
    WorkState: workStateNumber[oven.workState],
    ChamberTemp: tenth(oven.chamberC, -40, 350),
    SetTemp: whole(oven.setTempC, 30, 260),
    CoreTemp: tenth(oven.coreC, -40, 150),
    CoreTarget: whole(oven.coreTargetC, 0, 130),
    CoreProbe: bit(oven.probePlugged && !oven.faults.includes('E02')),
    Humidity: whole(oven.humidity),
    SetHumidity: whole(oven.setHumidity),
    FanSpeed: roundTo(clamp(oven.fanSpeed, 30, 100), 10),
    FanReverse: bit(oven.fanReverse),
    FanRunning: bit(fanRuns(oven)),
    Heating: bit(oven.duty > 0.02),
    HeatingDuty: roundTo(whole(oven.duty * 100), 5),
    // A broken switch reads open.
    DoorState: bit(oven.doorOpen || oven.faults.includes('E05')),
    DoorOpenings: oven.doorOpenings,
    Light: bit(oven.light || oven.doorOpen || oven.identifyMs > 0),
    WaterLevel: whole(oven.waterLevel),
    WaterSupply: bit(!oven.faults.includes('E06')),
    SteamTemp: tenth(oven.steamC, -40, 160),
    BoilerScale: whole(oven.boilerScale),
    DrainTemp: tenth(oven.drainC, -40, 120),
    VentOpen: bit(oven.ventOpen),
    ProgramId: oven.program?.id ?? 0,
    ProgramName: oven.program?.name ?? '',
    Stages: oven.program?.stages ?? noStages,
    StageCount: oven.program?.stages.length ?? 0,
    CurStage: oven.stage,
    StageElapsed: secondsOf(oven.workState === 'cooking' ? oven.stageElapsedMs : 0),
    StageRemaining: secondsOf(oven.workState === 'cooking' ? stageLeftMs(oven) : 0),
    ProgramRemaining: whole(leftMs / 1000, 0, 604_800),
    [recipeFunctions.cooking]: running ? (oven.recipe?.id ?? '') : '',
    [recipeFunctions.cookingVersion]: running ? (oven.recipe?.version ?? 0) : 0,
    [recipeFunctions.paused]: bit(oven.pause !== null),
    [recipeFunctions.stageEnds]: oven.stageEnds.slice(0, 14),
    WashPhase: washPhaseOf(oven),
    WashRemaining: secondsOf(
      oven.workState === 'washing' ? washMinutesOf(oven.washProgram) * minuteMs - oven.washElapsedMs : 0,
    ),
    HoursSinceWash: hoursOf(oven.sinceWashMs, 10_000),
    FilterHours: hoursOf(oven.filterMs, 100_000),
    PowerDraw: roundTo(clamp(oven.powerKw, 0, 80), 0.01),
    EnergyTotal: roundTo(oven.energyKwh, 0.01),
    WaterTotal: roundTo(oven.waterL, 0.1),
    RunHours: hoursOf(oven.runMs, 1_000_000),
    CookCount: oven.cookCount,
    ChildLock: bit(oven.locked),
    Volume: roundTo(clamp(oven.volume, 0, 100), 10),
    FaultCode: oven.faults.at(-1) ?? '',
    FirmwareVersion: firmware,
    Rssi: whole(oven.rssi, -120, 0),
  }
  // What is not always there is put in or left out here: spreading it costs as much as all the rest.
  if (stage !== undefined) values['StageMode'] = stage.Mode
  if (leftMs > 0 && running) values['FinishTime'] = String(Math.round((nowMs + leftMs) / minuteMs) * minuteMs)
  // A broken probe reports nothing.
  if (oven.faults.includes('E02')) delete values['CoreTemp']
  return values
}

/**
 * Encodes the values without a deadband that may change from one step to the next, apart from events and programmes:
 * the number is equal while none does.
 */
export function ovenMark(oven: Oven): number {
  let bits = workStateNumber[oven.workState]
  bits = 2 * bits + bit(oven.doorOpen)
  bits = 2 * bits + bit(fanRuns(oven))
  bits = 2 * bits + bit(oven.duty > 0.02)
  bits = 2 * bits + bit(oven.ventOpen)
  bits = 2 * bits + bit(oven.probePlugged)
  bits = 2 * bits + bit(oven.pause !== null)
  bits = 16 * bits + oven.stage
  bits = 16 * bits + washPhaseOf(oven)
  bits = 16 * bits + oven.stageEnds.length
  return 16 * bits + oven.faults.length
}

/** How far a value has to move before it is worth a message; values that are not named are sent at any change. */
export const ovenDeadbands: Readonly<Record<string, number>> = {
  ChamberTemp: 0.5,
  CoreTemp: 0.3,
  SteamTemp: 1,
  DrainTemp: 1,
  Humidity: 2,
  HeatingDuty: 10,
  WaterLevel: 3,
  StageElapsed: 30,
  StageRemaining: 15,
  ProgramRemaining: 30,
  WashRemaining: 15,
  FinishTime: 60_001,
  PowerDraw: 0.4,
  EnergyTotal: 0.1,
  WaterTotal: 1,
  // The values have tenths, and each of them is reported.
  RunHours: 0.05,
  FilterHours: 0.05,
  HoursSinceWash: 0.05,
  Rssi: 4,
}
