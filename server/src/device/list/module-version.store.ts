import { sql } from 'kysely'

/** The version of the device's own firmware; empty: none was reported. For queries that join `device`. */
export const firmwareVersion = sql<string>`coalesce((
  select version from device_module where device_module.device_id = device.id and module = 'default'), '')`

/** The version of the Wi-Fi module, whatever its name; empty if none was reported. */
export const wifiFirmware = sql<string>`coalesce((
  select version from device_module where device_module.device_id = device.id and module ~* 'wi-?fi'
  order by reported_at desc, module limit 1), '')`

/** Whether the device's own firmware has a version. For queries that read `device_state`. */
export const hasFirmware = (version: string) => sql<boolean>`device_state.device_id in (
  select device_id from device_module where module = 'default' and version = ${version})`
