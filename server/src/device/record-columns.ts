/** What a person enters of a device and where it stands: what lists, forms, files and imports read of its record alike. */
export const recordColumns = [
  'device.id',
  'device.sn',
  'device.name',
  'device.mac',
  'device.factoryArea',
  'device.note',
  'device.province',
  'device.city',
  'device.region',
  'device.place',
  'device.address',
  'device.channelType',
  'device.channelId',
  'device.installedAt',
] as const
