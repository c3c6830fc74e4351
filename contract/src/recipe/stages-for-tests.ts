import type { Stage } from './stage.model.ts'

/** Stages that tests change: one that ends by its time, one that ends by the core temperature. */
export const timed: Stage = {
  key: 1,
  pattern: 'ROAST',
  mode: 'timed',
  minutes: 20,
  temperatureC: 180,
  differenceC: null,
  coreTargetC: null,
  humidity: 30,
  fan: 80,
  reverse: null,
  preset: null,
  pauseBefore: false,
}
export const core: Stage = { ...timed, mode: 'core', minutes: null, coreTargetC: 74 }
