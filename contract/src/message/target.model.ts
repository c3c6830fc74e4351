import { z } from 'zod'
import { filter, Id, Instant, Line, OptionalLine, Phone, Time } from '../field.ts'
import { locales } from '../locale.ts'
import { searchOf } from '../paging.ts'
import { DeliveryReason, MessageType } from './message.model.ts'

/** Makers of group chats, each with a form of its own. */
export const robotMakers = ['wecom', 'dingtalk', 'feishu'] as const
export const RobotMaker = z.enum(robotMakers)
export type RobotMaker = z.output<typeof RobotMaker>

export const targetLimits = { name: 40, address: 500, secret: 200, phones: 5, perMinute: 20, hours: 24 } as const

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.hash === ''
}
const Address = Line(targetLimits.address).refine(isWebAddress, 'message.wrongAddress')

const common = {
  id: Id.optional(),
  /** The organisation that owns it; by default the caller's own. */
  organisationId: Id.optional(),
  name: Line(targetLimits.name),
  /** The types of messages that it receives; none stands for all types. */
  types: z.array(MessageType).max(4).default([]),
  enabled: z.boolean().default(true),
  /** The version that a change was made from. */
  updatedAt: Time.optional(),
}

/**
 * A group robot. `addressSecret` is its address, with which anybody can write to the group. It is required when the robot is added; a
 * change that leaves address and secret empty keeps them.
 */
export const RobotDraft = z.strictObject({
  ...common,
  maker: RobotMaker,
  addressSecret: z.union([z.literal(''), Address]).default(''),
  secret: OptionalLine(targetLimits.secret).default(''),
  locale: z.enum(locales),
  /** Phone numbers of the people on duty; the robot mentions them (WeCom and DingTalk). */
  phones: z.array(Phone).max(targetLimits.phones).default([]),
})
export type RobotDraft = z.output<typeof RobotDraft>

/** A webhook. Its secret is made by the server, and answered once. */
export const WebhookDraft = z.strictObject({
  ...common,
  address: Address,
  renewSecret: z.boolean().default(false),
  /**
   * It also receives sign-in codes of the phone app, for an SMS service. Only the platform's own organisation has such
   * targets.
   */
  sendsCodes: z.boolean().default(false),
  /** The caller's sign-in password: for every change by which sign-in codes go elsewhere. */
  password: z.string().max(128).optional(),
})
export type WebhookDraft = z.output<typeof WebhookDraft>

const Target = z.object({
  id: Id,
  name: z.string(),
  organisation: z.object({ id: Id, name: z.string() }),
  types: z.array(MessageType),
  enabled: z.boolean(),
  lastSuccessAt: Instant.nullable(),
  lastFailureAt: Instant.nullable(),
  lastFailure: DeliveryReason.nullable(),
  /** The receiver's response at the last failure. */
  lastFailureDetail: z.string(),
  /** Since when no attempt was accepted; null: the last attempt succeeded, or there was none. */
  failingSince: Instant.nullable(),
  /** Disabled by the server after a day of failures. */
  isGivenUp: z.boolean(),
  updatedAt: Instant,
})
export const RobotRow = Target.extend({
  maker: RobotMaker,
  /** The host and the last four characters: the rest is a secret. */
  address: z.string(),
  hasSecret: z.boolean(),
  locale: z.enum(locales),
  phones: z.array(z.string()),
})
export type RobotRow = z.output<typeof RobotRow>
export const WebhookRow = Target.extend({ address: z.string(), sendsCodes: z.boolean() })
export type WebhookRow = z.output<typeof WebhookRow>

/** `password`: the caller's sign-in password, for one that sends sign-in codes. */
export const WebhookRemoval = z.strictObject({ id: Id, password: z.string().max(128).optional() })
export type WebhookRemoval = z.output<typeof WebhookRemoval>

export const targetSorts = ['updatedAt'] as const
export const TargetSearch = searchOf({ keyword: filter(OptionalLine(60)) }, targetSorts)
export type TargetSearch = z.output<typeof TargetSearch>
