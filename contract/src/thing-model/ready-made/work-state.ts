/**
 * The working state a device reports in `WorkState` (spec 4, Cooking states shown). One numbering for both kinds: a number
 * means the same whatever the device, so a list of both needs no second look. Defrosting is the coolers' own.
 */
export const workStates = [
  { value: 0, key: 'standby', en: 'Standby', zh: '待机' },
  { value: 1, key: 'preheating', en: 'Preheating', zh: '预热中' },
  { value: 2, key: 'cooking', en: 'Cooking', zh: '烹饪中' },
  { value: 3, key: 'completed', en: 'Cooking completed', zh: '烹饪完成' },
  { value: 4, key: 'cooling', en: 'Cooling', zh: '冷却中' },
  { value: 5, key: 'washing', en: 'Washing', zh: '清洗中' },
  { value: 6, key: 'error', en: 'Error', zh: '故障' },
  { value: 7, key: 'defrosting', en: 'Defrosting', zh: '除霜中' },
] as const
export type WorkState = (typeof workStates)[number]['key']
export type WorkStateNumber = (typeof workStates)[number]['value']

export const ovenWorkStates = workStates.filter((state) => state.key !== 'defrosting')
/** A cooler that cools is 制冷中, an oven that cools down 冷却中. */
export const coolerWorkStates = workStates
  .filter((state) => state.value === 0 || state.value === 4 || state.value === 6 || state.value === 7)
  .map((state) => (state.key === 'cooling' ? { ...state, zh: '制冷中' } : state))

export const workStateNumber = {
  standby: 0,
  preheating: 1,
  cooking: 2,
  completed: 3,
  cooling: 4,
  washing: 5,
  error: 6,
  defrosting: 7,
} as const satisfies Readonly<Record<WorkState, WorkStateNumber>>
