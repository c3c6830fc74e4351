import type { Uploads } from '../scope-walk.ts'

/** Every organisation that must not be reached is named as the owner of a new device, and as a channel. */
const installed = async (names: readonly string[]) => ({
  name: 'devices.csv',
  bytes: Buffer.from(
    [
      'SN,Name,Product key,Customer,Installed at',
      ...names.map((name, at) => `WALK-${at},Oven,a1WalkStays,${name},2026-03-01`),
    ].join('\n'),
  ),
})
const uninstalled = async (names: readonly string[]) => ({
  name: 'stock.csv',
  bytes: Buffer.from(
    ['SN,Name,Product key,Organisation', ...names.map((name, at) => `WALKS-${at},Oven,a1WalkStays,${name}`)].join('\n'),
  ),
})
const triples = async () => ({
  name: 'triples.csv',
  bytes: Buffer.from('ProductKey,DeviceName,DeviceSecret\na1WalkStays,WALKT-0001,Aa0123456789Aa01\n'),
})

export const deviceUploads: Uploads = {
  'device.oven.checkImport': installed,
  'device.cooler.checkImport': installed,
  'device.oven.checkUninstalledImport': uninstalled,
  'device.cooler.checkUninstalledImport': uninstalled,
  'device.oven.checkTriples': triples,
  'device.cooler.checkTriples': triples,
}

/** Reads of devices that show no owned rows, with the reason. */
export const notifiesNoDevice: Readonly<Record<string, string>> = {
  'device.oven.importTemplate': 'an empty table',
  'device.cooler.importTemplate': 'an empty table',
  'device.oven.uninstalledTemplate': 'an empty table',
  'device.cooler.uninstalledTemplate': 'an empty table',
  'device.oven.map': 'figures alone: held by their staying the same while foreign rows change',
  'device.deviceStates': 'an enumeration',
  'device.coolerStates': 'an enumeration',
  'device.onlineStates': 'an enumeration',
  'device.cooler.map': 'figures alone: held by their staying the same while foreign rows change',
}

const typed = 'wants the SN of the very device typed'
const version = 'wants the version of the very device'
/** Writes of devices that cannot succeed here, and why. */
export const deviceWritesThatCannot: Readonly<Record<string, string>> = {
  'device.oven.remove': typed,
  'device.cooler.remove': typed,
  'device.oven.update': version,
  'device.cooler.update': version,
}
