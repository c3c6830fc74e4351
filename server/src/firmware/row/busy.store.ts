import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { sql, type RawBuilder } from 'kysely'

const standby = sql.lit(workStateNumberOf('standby'))
const completed = sql.lit(workStateNumberOf('completed'))
const defrosting = sql.lit(workStateNumberOf('defrosting'))

/**
 * Whether the device of a row of `device_state` is at work and cannot be upgraded now, by the rule of isIdle
 * (gate.rules.ts).
 */
export const isBusy = (
  state: string,
): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${state}.workState`)} is not null and case
  ${sql.ref(`${state}.kind`)} when 'oven' then ${sql.ref(`${state}.workState`)} not in (${standby}, ${completed})
  else ${sql.ref(`${state}.workState`)} = ${defrosting} end)`

/**
 * Whether another device behind the gateway of `u` is in progress: a gateway passes on one file at a time. A device
 * that waits for a person at its panel transfers nothing.
 */
export const isGatewayBusy = sql<boolean>`exists (select from device_gateway own join device_gateway other on other.gateway_id = own.gateway_id
    join upgrade_device o on o.device_id = other.device_id
  where own.device_id = u.device_id and o.device_id <> u.device_id
    and o.state in ('offering', 'offered', 'downloading', 'installing') and not (o.need_confirm and o.state in ('offering', 'offered')))`

/** Whether another module of the device of `u` is being upgraded, in this task or another: modules are upgraded one at a time. */
export const isOtherModuleBusy = sql<boolean>`exists (select from upgrade_device o where o.device_id = u.device_id
  and (o.task_id, o.place) <> (u.task_id, u.place) and o.state in ('offering', 'offered', 'downloading', 'installing'))`

/** Used slots under the cap, counted up to `most`. A device that waits for a person at its panel uses none. */
export const slotsTaken = (most: number) => sql<number>`(select count(*)::int from (select from upgrade_device
  where state in ('offering', 'offered', 'downloading') and not (need_confirm and state in ('offering', 'offered')) limit ${most}) as taken)`
