/** The version of its product's configuration that was last sent to a device. */
export type DeviceConfigTable = { deviceId: string; version: number; sentAt: string }

declare module '../platform/db/database.ts' {
  interface Database {
    deviceConfig: DeviceConfigTable
  }
}
