import { minuteMs } from '../time.ts'

/** Spec 4: the statuses of an upgrade task (firmware.md, "Task and approval"). */
export const taskStatuses = [
  'CREATE',
  'EXAMINE_WAIT',
  'EXAMINE_PASS',
  'EXAMINE_REJECT',
  'ENABLE',
  'START',
  'DISABLE',
  'FINISH',
  'CANCEL',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskActs = ['update', 'submit', 'approve', 'reject', 'start', 'stop', 'withdraw', 'remove'] as const
export type TaskAct = (typeof taskActs)[number]

type Step = Readonly<{
  from: readonly TaskStatus[]
  to: TaskStatus | null
  /** From ENABLE only while the first offers have not begun. */
  notStarted?: true
  /** The sign-in password is required. */
  password?: true
  /** A reason is required. */
  reason?: true
  code: string
}>
const editable = ['CREATE', 'EXAMINE_REJECT', 'EXAMINE_WAIT', 'EXAMINE_PASS', 'ENABLE', 'DISABLE'] as const

/** The table by which the server decides and the screens explain why a button does nothing. */
export const taskSteps: Readonly<Record<TaskAct, Step>> = {
  update: { from: editable, to: 'CREATE', notStarted: true, code: 'firmware-task:update' },
  submit: { from: editable, to: 'EXAMINE_WAIT', notStarted: true, code: 'firmware-task:update' },
  approve: { from: ['EXAMINE_WAIT'], to: 'EXAMINE_PASS', password: true, code: 'firmware-task:approve' },
  reject: {
    from: ['EXAMINE_WAIT', 'EXAMINE_PASS', 'ENABLE'],
    to: 'EXAMINE_REJECT',
    notStarted: true,
    reason: true,
    code: 'firmware-task:approve',
  },
  start: { from: ['EXAMINE_PASS', 'DISABLE'], to: 'ENABLE', password: true, code: 'firmware-task:start' },
  stop: { from: ['ENABLE', 'START'], to: 'DISABLE', code: 'firmware-task:start' },
  withdraw: {
    from: ['CREATE', 'EXAMINE_WAIT', 'EXAMINE_PASS', 'EXAMINE_REJECT', 'ENABLE', 'START', 'DISABLE'],
    to: 'CANCEL',
    password: true,
    code: 'firmware-task:start',
  },
  remove: { from: ['CREATE', 'CANCEL'], to: null, code: 'firmware-task:remove' },
}

/**
 * The position of a task, as far as acts depend on it. `wasSubmitted`: somebody was asked to approve it, in this form or an earlier one.
 * `wasStarted`: devices were offered it, or could have been.
 */
export type TaskPlace = Readonly<{ status: TaskStatus; wasSubmitted: boolean; wasStarted: boolean }>

/** Null: it is possible. Otherwise the key of the text with the reason. */
export function actRefusal({ status, wasSubmitted, wasStarted }: TaskPlace, act: TaskAct): ActRefusal | null {
  const { from, notStarted } = taskSteps[act]
  if (!from.includes(status)) return `firmware.cannot-${act}`
  // A submitted task records who wanted what, so it is withdrawn instead of deleted.
  if (act === 'remove' && wasSubmitted) return 'firmware.cannot-remove'
  if (notStarted === true && status === 'ENABLE' && wasStarted) return 'firmware.hasStarted'
  return null
}
export type ActRefusal = `firmware.cannot-${TaskAct}` | 'firmware.hasStarted'

/** Nobody approves a task that they created or edited, or for which they uploaded a file (firmware.md, "Four eyes"). */
export type ApproverFacts = Readonly<{ holdsCode: boolean; tookPart: boolean; isSole: boolean }>
export function approverRefusal({
  holdsCode,
  tookPart,
  isSole,
}: ApproverFacts): 'firmware.mayNotApprove' | 'firmware.ownWork' | null {
  if (!holdsCode) return 'firmware.mayNotApprove'
  return tookPart && !isSole ? 'firmware.ownWork' : null
}

/** How long an account still counts as an approver after it lost the code, and how long an approval waits for it. */
export const fourEyes = { heldDays: 30, waitHours: 24 } as const

/**
 * `hadOthers`: other accounts held the code in the last 30 days, and none of them can be asked. `isRollback`: each
 * device ran its target version before.
 */
export type AloneFacts = Readonly<{ tookPart: boolean; isSole: boolean; hadOthers: boolean; isRollback: boolean }>
/**
 * Whether a sole decision about own work, an approval or a resume, waits for the others: withdrawing the code from them
 * for a moment must not make anybody a sole approver. Stopping, rejecting and withdrawing never wait, nor does a
 * rollback.
 */
export const waitsAlone = ({ tookPart, isSole, hadOthers, isRollback }: AloneFacts): boolean =>
  tookPart && isSole && hadOthers && !isRollback

/** Limits of the number of simultaneous offers, and of their rate. */
export const rateLimits = { least: 1, most: 10_000, usual: 100 } as const
/**
 * Tokens of a task: at most `burst` at once, refilled at `perMinute`, so that no minute sees more offers than the rate allows.
 */
export function bucketOf(ratePerMinute: number): Readonly<{ burst: number; perMinute: number }> {
  const burst = Math.max(1, Math.floor(ratePerMinute / 30))
  return { burst, perMinute: burst === 1 ? ratePerMinute : ratePerMinute - burst }
}
/** Half a token must never become one by rounding, nor a minute hold one offer more. */
export function refill(
  { tokens, at }: Readonly<{ tokens: number; at: number }>,
  ratePerMinute: number,
  now: number,
): number {
  const { burst, perMinute } = bucketOf(ratePerMinute)
  return Math.min(burst, tokens + (Math.max(0, now - at) * perMinute) / minuteMs)
}
