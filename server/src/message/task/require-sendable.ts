import type { Opens } from '@brigade/contract/message/message.model.ts'
import {
  maxUnconfirmed,
  type Audience,
  type AudienceCount,
  type AudienceQuestion,
  type TaskDraft,
} from '@brigade/contract/message/task.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { isWithin, type DataScope } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireTypedPassword } from '../../session/require-password.ts'
import { withNumbers } from './app-audience.store.ts'
import { countAudience, countTargetsOf, findPlaces, listUnknownNames } from './audience.store.ts'
import { findOpenedName } from './opened.store.ts'
import { findTask } from './task.store.ts'

const maxUnknown = 20
/** A time that has just passed, while the person pressed the button, counts as now. */
const latenessMs = 5 * minuteMs

/**
 * The scope of a push: for a new one the sender's organisation and those below it, for an existing one the organisation
 * that it was added for, whoever reads or edits it. It is sent and counted with this scope.
 */
export async function scopeOfPush({ db, caller }: Ctx, taskId: string | undefined): Promise<DataScope> {
  if (taskId === undefined) return { organisationId: caller.organisationId }
  const { organisationId } = (await findTask(db, caller, taskId)) ?? refuse('message.unknownTask')
  return { organisationId }
}

/** Checks that everything an audience is limited to exists, and that its organisation is within the scope. */
async function requireAudience({ db }: Ctx, scope: DataScope, audience: Audience): Promise<void> {
  const { organisationId } = audience
  if (organisationId !== null && !(await isWithin(db, scope, organisationId)))
    refuse('field.refused', undefined, { fields: { 'audience.organisationId': 'message.unknownOrganisation' } })
  const places = await findPlaces(db, audience)
  for (const [id, found, field] of [
    [audience.seriesId, places.series, 'seriesId'],
    [audience.productId, places.product, 'productId'],
  ] as const)
    if (id !== null && found === null)
      refuse('field.refused', undefined, { fields: { [`audience.${field}`]: 'message.unknownProduct' } })
}

export async function countReceivers(
  ctx: Ctx,
  { body: { audience, type, taskId } }: { body: AudienceQuestion },
): Promise<AudienceCount> {
  const { db, settings } = ctx
  const scope = await scopeOfPush(ctx, taskId)
  await requireAudience(ctx, scope, audience)
  const listed = await withNumbers(db, { scope, secretKey: settings.secretKey }, audience)
  const { receivers, email } = await countAudience(db, scope, listed.audience)
  const unknownNames =
    audience.to === 'staff' ? await listUnknownNames(db, scope, audience.names, maxUnknown) : listed.unknownNames
  return {
    receivers,
    email: settings.mail === undefined ? 0 : email,
    ...(await countTargetsOf(db, scope.organisationId, type)),
    unknownNames: unknownNames.slice(0, maxUnknown),
    needsPassword: receivers > maxUnconfirmed,
  }
}

/**
 * Checks that the record opened by a tap exists within the push's organisation, and is of a kind that the sender may
 * see.
 */
async function requireOpened({ db, caller }: Ctx, scope: DataScope, opens: Opens): Promise<void> {
  const maySee = caller.operationCodes.has(`${opens.kind}:view`)
  if (!maySee || (await findOpenedName(db, scope, opens)) === undefined)
    refuse('field.refused', undefined, { fields: { opens: 'message.unknownOpened' } })
}

type Sendable = Readonly<{ receivers: number; audience: Audience }>

/**
 * Refuses a task that reaches nobody, that is in the past, or that needs a password. Returns its receivers, and its
 * audience in the stored form.
 */
export async function requireSendable(
  ctx: Ctx,
  scope: DataScope,
  { opens, pushAt, validUntil, password, ...draft }: TaskDraft,
): Promise<Sendable> {
  const { db, clock, settings } = ctx
  if (pushAt !== null && Date.parse(pushAt) < clock.now() - latenessMs)
    refuse('field.refused', undefined, { fields: { pushAt: 'message.past' } })
  if (validUntil !== null && Date.parse(validUntil) <= clock.now())
    refuse('field.refused', undefined, { fields: { validUntil: 'message.validTooShort' } })
  await requireAudience(ctx, scope, draft.audience)
  if (opens !== null) await requireOpened(ctx, scope, opens)
  const { audience } = await withNumbers(db, { scope, secretKey: settings.secretKey }, draft.audience)
  const { receivers } = await countAudience(db, scope, audience)
  if (receivers === 0) refuse('message.noReceiver')
  if (receivers > maxUnconfirmed) await requireTypedPassword(ctx, password, 'message.confirm')
  return { receivers, audience }
}
