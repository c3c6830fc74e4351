import type { StageMode } from '@brigade/contract/thing-model/ready-made/stage-mode.ts'
import { stageEnds, stageModes, stagePresets } from '@brigade/contract/thing-model/ready-made/stage-mode.ts'

/**
 * One stage in the form of the model's `Stages`. Without `EndsBy` a core target above 0 ends the stage when the core reaches it; otherwise
 * its minutes do.
 */
export type Stage = Readonly<{
  Mode: number
  Temp: number
  Minutes: number
  Humidity: number
  FanSpeed: number
  FanReverse: number
  CoreTarget: number
  EndsBy?: number
  TempDifference?: number
  Pause?: number
  Preset?: number
}>

export type Program = Readonly<{ id: number; name: string; stages: readonly Stage[] }>

const numberOfMode = new Map<StageMode, number>(stageModes.map(({ key, value }) => [key, value]))

/** Temperature, minutes, humidity, fan speed and, if the stage ends by the core, its target. */
type Figures = readonly [Temp: number, Minutes: number, Humidity: number, FanSpeed: number, CoreTarget?: number]

const stage = (mode: StageMode, ...[Temp, Minutes, Humidity, FanSpeed, CoreTarget = 0]: Figures): Stage => ({
  Mode: numberOfMode.get(mode) ?? 0,
  Temp,
  Minutes,
  Humidity,
  FanSpeed,
  FanReverse: 0,
  CoreTarget,
})

export type StageEnd = 'time' | 'core' | 'difference'
const [byTime, byCore, byDifference, byPreset] = stageEnds

/** Condition that ends a stage. The maker defines it for a preset. */
export function endOf({ EndsBy, CoreTarget }: Stage): StageEnd {
  if (EndsBy === byTime.value) return 'time'
  if (EndsBy === byCore.value) return 'core'
  if (EndsBy === byDifference.value) return 'difference'
  return CoreTarget > 0 ? 'core' : 'time'
}

export const isPreset = ({ EndsBy }: Stage): boolean => EndsBy === byPreset.value

type PresetName = (typeof stagePresets)[number]['en']
/** Settings of the maker for each preset. */
const presets: Readonly<Record<PresetName, Stage>> = {
  Rice: stage('STEAM', 100, 30, 100, 50),
  'Steamed vegetables': stage('STEAM', 99, 8, 100, 60),
  'Steamed fish': stage('STEAM', 98, 30, 100, 50, 63),
  'Bread rolls': stage('ROAST', 190, 16, 20, 60),
  'Roast chicken': stage('ROAST', 185, 45, 35, 80, 78),
}

/** A stage with its settings: for a preset those of the maker. Undefined if the oven has no such preset. */
export function settledStage(stage: Stage): Stage | undefined {
  if (stage.EndsBy !== byPreset.value) return stage
  const preset = stagePresets.find(({ value }) => value === stage.Preset)
  return preset && { ...stage, ...presets[preset.en] }
}

/** Programmes that the kitchens of the fleet cook. Staff named them in the language of the house. */
export const programs: readonly [Program, ...Program[]] = [
  {
    id: 101,
    name: 'Roast chicken 烤鸡',
    stages: [stage('STEAM', 100, 8, 95, 60), stage('ROAST', 180, 25, 35, 80, 72), stage('GRILL', 220, 6, 10, 100)],
  },
  { id: 102, name: 'Steamed sea bass 清蒸鲈鱼', stages: [stage('STEAM', 98, 12, 100, 50, 63)] },
  {
    id: 103,
    name: 'Steamed buns 馒头',
    stages: [stage('FERMENTATION', 36, 30, 80, 30), stage('STEAM', 100, 15, 100, 50)],
  },
  {
    id: 104,
    name: 'Char siu 叉烧',
    stages: [
      stage('ROAST', 190, 18, 30, 70),
      stage('BARBECUE', 210, 12, 15, 90, 74),
      stage('HEAT_PRESERVATION', 70, 10, 40, 40),
    ],
  },
  {
    id: 105,
    name: 'Braised pork 红烧肉',
    stages: [stage('ROAST', 200, 10, 20, 80), stage('STEW', 130, 60, 80, 50, 88)],
  },
  { id: 106, name: 'Vegetables 蒸时蔬', stages: [stage('STEAM', 99, 7, 100, 60)] },
  {
    id: 107,
    name: 'Croissants 可颂',
    stages: [stage('FERMENTATION', 32, 25, 75, 30), stage('ROAST', 175, 15, 20, 60)],
  },
  {
    id: 108,
    name: 'Roast beef 烤牛肉',
    stages: [
      stage('ROAST', 220, 12, 15, 90),
      stage('LOW_TEMPERATURE_COOKING', 85, 75, 45, 40, 54),
      stage('HEAT_PRESERVATION', 58, 15, 45, 30),
    ],
  },
  { id: 109, name: 'French fries 薯条', stages: [stage('FRY', 210, 14, 0, 100)] },
  { id: 110, name: 'Thaw prawns 虾仁解冻', stages: [stage('THAW', 35, 20, 70, 30)] },
]
