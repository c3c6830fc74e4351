/** Why a value may not be: the first thing that is wrong with it. */
export const valueReasons = [
  'unknown',
  'readOnly',
  'missing',
  'type',
  'range',
  'step',
  'length',
  'enum',
  'size',
] as const
export type ValueReason = (typeof valueReasons)[number]
