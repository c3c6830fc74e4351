import { afterAct } from '@brigade/contract/fault/fault-life.rules.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { WordsOf } from '../../platform/locale.ts'
import type { IconName } from '../../ui/icon/outlines.ts'
import type { actText } from '../fault.text.ts'

/** The order of these acts is the order of their buttons. */
export const acts = [
  'acknowledge',
  'assign',
  'visit',
  'close',
  'eliminate',
  'shelve',
  'unshelve',
  'note',
  'reopen',
] as const
export type Act = (typeof acts)[number]

/** The operation codes of the calls (contract/fault/record.endpoints.ts). */
export const codeOf: Readonly<Record<Act, string>> = {
  acknowledge: 'fault:acknowledge',
  assign: 'fault:assign',
  visit: 'fault:assign',
  note: 'fault:acknowledge',
  eliminate: 'fault:eliminate',
  close: 'fault:close',
  reopen: 'fault:close',
  shelve: 'fault:shelve',
  unshelve: 'fault:shelve',
}

export const iconOf: Readonly<Record<Act, IconName>> = {
  acknowledge: 'check',
  assign: 'user',
  visit: 'calendar',
  note: 'pencil',
  eliminate: 'stop',
  close: 'lock',
  reopen: 'rotate',
  shelve: 'pause',
  unshelve: 'clock',
}

/** These acts run immediately, without a dialog. */
export const isAtOnce = (act: Act): act is 'acknowledge' | 'unshelve' => act === 'acknowledge' || act === 'unshelve'

/** The label of an act's button depends on the types of the chosen rows. */
export const labelOf = (w: WordsOf<typeof actText>, act: Act, rows: readonly Pick<FaultRow, 'type'>[]): string => {
  if (act !== 'close' || rows.every(({ type }) => type === 'fault')) return w[act]
  return rows.every(({ type }) => type === 'alarm') ? w.closeAlarm : w.closeBoth
}

/** Whether an act applies to a record in its present state. */
export function applies(act: Act, row: FaultRow): boolean {
  if (row.condition === 'withdrawn') return false
  if (act === 'note') return true
  if (act === 'shelve') return row.handling !== 'closed' && row.shelvedUntil === null
  if (act === 'unshelve') return row.shelvedUntil !== null
  return afterAct(row, act === 'visit' ? 'assign' : act) !== undefined
}

/** An act sends the version of each record that it is based on, so the server can detect a conflict. */
export const versionsOf = (rows: readonly FaultRow[]) => rows.map(({ id, updatedAt }) => ({ id, updatedAt }))
