import { sql } from 'kysely'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db } from '../platform/db/database.ts'
import type { ReportedEntry } from '../telemetry/shadow/shadow-entry.ts'
import type { LinkedDevice } from '../telemetry/messages/message.ts'

/** The given devices that may have Modbus: gateways, and devices of a product that uses it. */
export async function listModems(db: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('deviceState')
    .innerJoin('product', 'product.id', 'deviceState.productId')
    .select('deviceState.deviceId')
    .where('deviceState.deviceId', 'in', deviceIds)
    .where((is) => is.or([is('deviceState.nodeType', '=', 'gateway'), is('product.protocol', '<>', 'alink')]))
    .execute()
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/**
 * All devices with units behind them, and those that are modem and unit in one. It runs often, so it begins with the
 * smaller sets, even with a million devices.
 */
export async function listModemIds(db: Db): Promise<string[]> {
  const products = await db
    .selectFrom('product')
    .select('id')
    .where('protocol', '<>', 'alink')
    .where('nodeType', '=', 'direct')
    .execute()
  const { rows } = await sql<{ id: string }>`
    select gateway_id as id from device_gateway where unit is not null
    union
    select device_id from device_state where product_id = any(${products.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

export type KnownUnit = Readonly<{
  modemId: string
  device: LinkedDevice
  /** Null: unknown. */
  address: number | null
  isBehind: boolean
  isOnline: boolean
  reported: Readonly<Record<string, ReportedEntry>>
}>

/** The property with the unit address of a device that is modem and unit in one; the device reports it. */
const ownAddress = 'Modem:UnitAddress'

/** The enabled units of these modems: those behind them, and the modems themselves if their product uses Modbus. */
export async function listUnits(db: Db, modemIds: readonly string[]): Promise<KnownUnit[]> {
  if (modemIds.length === 0) return []
  const units = db
    .selectFrom('device')
    .innerJoin('product', 'product.id', 'device.productId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'device.id')
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'device.id')
    .select([
      'device.id',
      'device.sn',
      'device.productId',
      'product.productKey',
      'deviceGateway.gatewayId',
      'deviceGateway.unit',
      'deviceShadow.reported',
      'deviceState.online',
    ])
    .where('product.protocol', '<>', 'alink')
    .where('deviceState.enabled', '=', true)
    .orderBy('deviceGateway.unit')
    .orderBy('device.id')
  const [behind, themselves] = await Promise.all([
    units.where('deviceGateway.gatewayId', 'in', modemIds).where('deviceGateway.unit', 'is not', null).execute(),
    units.where('device.id', 'in', modemIds).execute(),
  ])
  return [...themselves, ...behind].map(({ id, sn, productId, productKey, gatewayId, unit, reported, online }) => {
    const isBehind = gatewayId !== null && unit !== null && !modemIds.includes(id)
    const reportedAddress = Number(reported?.[ownAddress]?.v ?? 1)
    return {
      modemId: isBehind ? gatewayId : id,
      device: { id, productId, productKey, deviceName: sn },
      address: isBehind
        ? unit
        : Number.isInteger(reportedAddress) && reportedAddress >= 1 && reportedAddress <= 247
          ? reportedAddress
          : 1,
      isBehind,
      isOnline: online,
      reported: reported ?? {},
    }
  })
}

/** The values that a command sets or reads; empty for a service or a missing command. */
export async function findParams(db: Db, commandId: string): Promise<Readonly<Record<string, Value>>> {
  const row = await db
    .selectFrom('command')
    .select('params')
    .where('id', '=', commandId)
    .where('kind', 'in', ['property.set', 'property.get'])
    .executeTakeFirst()
  return row?.params ?? {}
}
