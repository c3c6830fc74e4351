import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { z } from 'zod'

/**
 * `t` device time, `s` server time, whole epoch ms. `p`: its place in the history among the values of `t`, if it is not the first of
 * them.
 */
export type ReportedEntry = { v: Value; t: number; s: number; p?: number | undefined }

/** Stored until the device has it. `n` is its version; 0 for a value that was set before there were versions. */
export type KeptEntry = { v: Value; s: number; n?: number | undefined }

/**
 * `c` is the command that set it, and `kept` the previously kept value, which is restored once the command has ended;
 * without `c` the value itself is kept.
 */
export type DesiredEntry = KeptEntry & { c?: string | undefined; kept?: KeptEntry | undefined }

/** An attribute of the shadow document that is not in the thing model; `t` its time, epoch ms. */
export type ExtraEntry = { v: z.core.util.JSONType; t: number }

/** An alarm that ends with the first value of property `p` after `after` that fulfils the condition: `until`, once there is one. */
export type EndWatch = Readonly<{
  /** The fault record. */
  f: string
  p: string
  is: 'below' | 'above' | 'equal'
  value: number
  after: number
  until: number | null
}>

/**
 * Other domains follow only these instead of each report; times are epoch ms. `excursion`: the limit that the device
 * exceeds by its last reports. `at`: no value known to be beyond a limit is later. `set`: the last change of a limit.
 * `judge`: the earliest instant from which the past has to be judged again, the `n`th time. `ends`: alarms that end
 * with a value. `held`: for an oven the digest of its stored recipes.
 */
export type Sides = {
  excursion?: 'high' | 'low' | undefined
  at?: number | undefined
  set?: number | undefined
  judge?: Readonly<{ from: number; n: number }> | undefined
  ends?: readonly EndWatch[] | undefined
  held?: string | undefined
}
