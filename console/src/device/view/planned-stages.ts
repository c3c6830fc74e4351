import { isRecord } from './shown-value.ts'

export type PlannedStage = { mode: number; temperatureC: number; minutes: number }

/** The stages of the programme as the property `Stages` holds them. */
export function plannedStages(value: unknown): PlannedStage[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((stage: unknown) => {
    if (!isRecord(stage)) return []
    const { Mode, Temp, Minutes } = stage
    return typeof Temp === 'number' && typeof Minutes === 'number'
      ? [{ mode: typeof Mode === 'number' ? Mode : 0, temperatureC: Temp, minutes: Minutes }]
      : []
  })
}
