import type { EndsWhen } from './code.model.ts'

/** Whether a value of the property ends the alarm. */
export function isEndedBy({ is, value }: Omit<EndsWhen, 'identifier'>, reported: number): boolean {
  if (is === 'below') return reported < value
  return is === 'above' ? reported > value : reported === value
}
