import type { Standing } from './record.store.ts'

/** The place of a device that is not installed; its sales channel stays. */
export const nowhere = (
  { channelType, channelId }: Pick<Standing, 'channelType' | 'channelId'> = { channelType: null, channelId: null },
): Standing => ({
  province: '',
  city: '',
  region: '',
  place: '',
  address: '',
  channelType,
  channelId,
  installedAt: null,
  warrantyDays: null,
})
