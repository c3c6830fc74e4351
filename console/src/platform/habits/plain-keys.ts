import { changeTableHabits, tableHabitsNow, useTableHabits } from './table-habits.ts'

/** Kept with the account as the habits of a list are, under a name that no list has. */
const name = 'console'

/** Whether keys without a modifier are shortcuts. People who speak or shake their letters switch that off (WCAG 2.1.4). */
export const usePlainKeys = (): boolean => useTableHabits(name).hasPlainKeys !== false
export const plainKeysNow = (): boolean => tableHabitsNow(name).hasPlainKeys !== false
export const setPlainKeys = (hasPlainKeys: boolean): void => changeTableHabits(name, { hasPlainKeys })
