import { z } from 'zod'

/** Kinds of demo rows that are counted for the reader. */
export const demoKinds = [
  'organisation',
  'account',
  'device',
  'product',
  'app_user',
  'recipe',
  'firmware_version',
  'upgrade_task',
  'push_task',
] as const
export const DemoKind = z.enum(demoKinds)
export type DemoKind = z.output<typeof DemoKind>

/** `none`: there is no demo, or it was made by a version that did not mark its rows. */
export const DemoState = z.object({
  state: z.enum(['none', 'here', 'emptying', 'emptied']),
  /** A simulated fleet reports for the demo's devices. */
  isSimulated: z.boolean(),
  /** The progress of the removal, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /**
   * Devices whose past is written, and those whose past is not; until then the past is incomplete wherever it is shown.
   */
  past: z.object({ written: z.number().int(), left: z.number().int() }),
  /** Whether the caller may remove it. */
  mayEmpty: z.boolean(),
})
export type DemoState = z.output<typeof DemoState>

const Named = z.object({ kind: DemoKind, name: z.string() })

/** Only the first remaining ones are named. */
export const maxNamed = 20

export const DemoPreview = z.object({
  goes: z.array(z.object({ kind: DemoKind, count: z.number().int() })),
  /** Demo rows that stay, because other rows depend on them; the first ones, and the number of the others. */
  stays: z.array(Named.extend({ because: Named.nullable() })),
  staysMore: z.number().int(),
})
export type DemoPreview = z.output<typeof DemoPreview>

/** Confirmed by the own sign-in password. */
export const DemoEmptying = z.strictObject({ password: z.string().min(1, 'field.required').max(128) })
