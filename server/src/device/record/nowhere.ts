import type { Standing } from './record.store.ts'

/** Where a device stands that is not installed; how it was sold stays. */
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
