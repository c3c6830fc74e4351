import type { StagePattern } from '@brigade/contract/recipe/stage.model.ts'
import type { IconName } from '../ui/icon/outlines.ts'

const icons: Readonly<Record<StagePattern, IconName>> = {
  THAW: 'thaw',
  STEAM: 'droplets',
  ROAST: 'flame',
  BARBECUE: 'grill',
  FRY: 'fry',
  GRILL: 'grill',
  STEW: 'stew',
  LOW_TEMPERATURE_COOKING: 'temperature-low',
  FERMENTATION: 'rise',
  HEAT_PRESERVATION: 'temperature',
}

export const patternIcon = (pattern: StagePattern | null): IconName => (pattern === null ? 'oven' : icons[pattern])
