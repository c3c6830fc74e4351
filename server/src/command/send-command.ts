import { commandTimeoutMs, type CommandRow } from '@brigade/contract/command/command.model.ts'
import { isRepeatable, startsHeat } from '@brigade/contract/command/command.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { checkParams, checkPropertySet, findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CheckedParams, Value, ValueProblem } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { CachedDb } from '../platform/caches.ts'
import type { Caller, Platform } from '../platform/http/context.ts'
import { refuse, textRef } from '../platform/refusal.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { findCommandTarget, insertCommand, type NewCommand } from './command.store.ts'
import type { ReportedEntry } from '../telemetry/shadow/shadow-entry.ts'
import type { ValueRouting, Wired } from './value-routing.ts'

/** Values to set, or one service to call. */
export type CommandContent = Readonly<
  | { kind: 'property.set'; params: Readonly<Record<string, unknown>> }
  | { kind: 'service'; identifier: string; params: Readonly<Record<string, unknown>> }
>
export type CommandRequest = CommandContent & Readonly<{ deviceId: string }>

/** The context for inserting a command. */
export type CommandCtx = Pick<Platform, 'db' | 'caches' | 'clock'> &
  Readonly<{ caller: Pick<Caller, 'accountId' | 'name'>; routing: ValueRouting }>

/** Refuses to heat an oven remotely without a confirmation. */
export function requireHeatConfirmed(kind: DeviceKind, content: CommandContent, confirmsHeat: boolean): void {
  if (!confirmsHeat && startsHeat(kind, content)) refuse('device.heatUnconfirmed')
}

/**
 * Inserts a command into the ledger and notifies the connectors; returns the row at once, its outcome follows within 60
 * s. Refused before anything is sent: device disabled or offline, no published thing model, a value the model does not
 * allow (spec 5, Commands), a value without a register when the device has only registers. The route checks whether the
 * caller may see the device, and the password.
 */
export async function sendCommand(ctx: CommandCtx, request: CommandRequest): Promise<CommandRow> {
  const { deviceId, kind } = request
  const { target, model } = await requireTarget(ctx, deviceId)
  const { params, callType } = checkedCommand(request, model)
  requireReachable(ctx.routing, target, model, request)

  const createdAt = ctx.clock.now()
  const deadlineAt = createdAt + commandTimeoutMs
  const identifier = kind === 'service' ? request.identifier : ''
  const before = kind === 'property.set' ? reportedOf(target.reported ?? {}, Object.keys(params)) : {}
  const command = {
    deviceId,
    kind,
    identifier,
    callType,
    params,
    before,
    repeatable: isRepeatable(request, model),
    accountId: ctx.caller.accountId,
    createdAt,
    deadlineAt,
  }
  return commandRow(await insertCommand(ctx.db, command), command, ctx.caller.name)
}

/** The device with its published thing model, or a refusal with the reason why it cannot be sent anything. */
export async function requireTarget(cached: CachedDb, deviceId: string) {
  const target = (await findCommandTarget(cached.db, deviceId)) ?? refuse('device.unknown')
  if (!target.enabled) refuse('device.disabled')
  if (!target.online) refuse('device.offline')
  const published = (await publishedModel(cached, target.productId)) ?? refuse('device.modelIncomplete')
  return { target, model: published.model }
}

/** The ledger row of a command at its insertion. */
export function commandRow(id: string, command: NewCommand, accountName: string): CommandRow {
  const { kind, identifier, params, before, createdAt, deadlineAt } = command
  return {
    id,
    kind,
    identifier,
    params: { ...params },
    before: { ...before },
    status: 'created',
    accountName,
    batchId: null,
    createdAt: new Date(createdAt).toISOString(),
    sentAt: null,
    acknowledgedAt: null,
    finishedAt: null,
    deadlineAt: new Date(deadlineAt).toISOString(),
    code: null,
    reply: null,
    error: '',
    valueOutcomes: null,
    byReport: false,
    sends: 0,
  }
}

function requireReachable(routing: ValueRouting, target: Wired, model: ThingModel, request: CommandContent): void {
  const missing = whyUnreachable(routing, target, model, request)
  if (missing === undefined) return
  const { key, identifiers } = missing
  const fields = identifiers.map((identifier) => [`params.${identifier}`, key] as const)
  refuse(key, undefined, { fields: Object.fromEntries(request.kind === 'service' ? [] : fields) })
}

/** Why a command cannot reach a device. A service is routed by its own identifier. */
export const whyUnreachable = (routing: ValueRouting, target: Wired, model: ThingModel, request: CommandContent) =>
  routing.missing(target, model, request.kind === 'service' ? [request.identifier] : Object.keys(request.params))

/** The part of a command that is sent, or the refusal that names its fields. */
export function checkedCommand(request: CommandContent, model: ThingModel) {
  const isEmpty = Object.values(request.params).some((value) => value === '' || value === null)
  if (isEmpty) refuse('device.emptyCommand')
  if (request.kind === 'property.set') {
    if (Object.keys(request.params).length === 0) refuse('device.emptyCommand')
    const properties = checkPropertySet(request.params, model)
    if (!properties.ok) {
      const every = (reason: ValueProblem['reason']) =>
        properties.problems.every((problem) => problem.reason === reason)
      if (every('unknown')) refuse('device.unknownFunction', undefined, { fields: fieldsOf(properties.problems) })
      if (every('readOnly')) refuse('device.readOnly', undefined, { fields: fieldsOf(properties.problems) })
    }
    return { params: allowed(properties), callType: 'async' as const }
  }
  const service = findService(model, request.identifier) ?? refuse('device.unknownFunction')
  return { params: allowed(checkParams(request.params, service.inputData, 'down')), callType: service.callType }
}

/** Words at each field: `params.FanSpeed`. */
const fieldsOf = (problems: readonly ValueProblem[]) =>
  Object.fromEntries(problems.map((problem) => [`params.${problem.path}`, textRef('device.wrongValue', { problem })]))

function allowed(checkedParams: CheckedParams): Readonly<Record<string, Value>> {
  if (checkedParams.ok) return checkedParams.value
  return refuse('device.badValue', undefined, { fields: fieldsOf(checkedParams.problems) })
}

/** The previously reported values, so that the ledger shows the change that a command makes. */
export function reportedOf(
  reported: Readonly<Record<string, ReportedEntry>>,
  identifiers: readonly string[],
): Record<string, Value> {
  const known = identifiers.flatMap((identifier) => {
    const entry = reported[identifier]
    return entry === undefined ? [] : [[identifier, entry.v] as const]
  })
  return Object.fromEntries(known)
}
