/** The record's columns that a person enters, with the place: lists, forms, files and imports read the same ones. */
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
